import { lazy, Suspense, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';

// The list would be too large with the form.
const ExportDialog = lazy(() => import('./ExportDialog.tsx'));

/** The button that opens the form of a new export. What was chosen is kept while the page is open. */
export function NewExport() {
  const [isOpen, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <Button variant="primary" onPress={() => setOpen(true)}>
        {m.exports_new()}
      </Button>
      {isOpen === null ? null : (
        <Suspense>
          <ExportDialog isOpen={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
