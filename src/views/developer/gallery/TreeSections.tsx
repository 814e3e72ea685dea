import { useState } from 'react';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { FileDrop } from '../../../ui/FileDrop.tsx';
import { IconTrash } from '../../../ui/icons.ts';
import { Grid, Text } from '../../../ui/Layout.tsx';
import { Section } from '../../../ui/Page.tsx';
import { Tree } from '../../../ui/Tree.tsx';
import { moveNodes, type TreeNode } from '../../../ui/treeMoves.ts';
import { lessons, words } from '../gallerySamples.ts';

/** A tree, and files. */
export default function TreeSections() {
  return (
    <>
      <TreeDemo />
      <Files />
    </>
  );
}

function TreeDemo() {
  const [items, setItems] = useState<readonly TreeNode[]>(lessons);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['ice']));
  return (
    <Section title={words.tree}>
      <Grid min="l">
        <Tree
          label={words.treeLabel}
          items={items}
          defaultExpanded={['matter']}
          selectionMode="multiple"
          selected={selected}
          onSelectedChange={setSelected}
          onMove={(move) => setItems(moveNodes(items, move))}
          actions={() => [{ key: 'delete', label: words.remove, icon: IconTrash, isDanger: true }]}
        />
        <Tree label={words.content} items={[]} empty={<EmptyState title={words.emptyTitle}>{words.emptyText}</EmptyState>} />
      </Grid>
    </Section>
  );
}

function Files() {
  const [names, setNames] = useState('');
  return (
    <Section title={words.files}>
      <FileDrop
        label={words.filesLabel}
        description={words.filesHelp}
        accept={['.csv', '.zip']}
        maxBytes={50e6}
        isMultiple
        onFiles={(files) => setNames(files.map(({ name }) => name).join(', '))}
      />
      {names ? (
        <Text>
          {words.filesGot} {names}
        </Text>
      ) : null}
    </Section>
  );
}
