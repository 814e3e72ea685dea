import { everyone } from '../../../contract/kit.ts';
import { modules } from '../../../contract/modules.ts';
import { m } from '../../paraglide/messages.js';
import type { TableColumn } from '../../ui/DataTable.tsx';
import { Row } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { useUser } from '../hooks.ts';
import type { RecordFrame, RecordParts } from '../records/declaration.ts';
import { recordScreen } from '../records/recordScreen.tsx';
import { addressOf } from '../screen.ts';
import { roleName } from '../shell/roleName.ts';
import { assignNewPermission } from './assignNewPermission.screen.ts';
import { managePermision } from './managePermision.screen.ts';
import { loadMatrix, type MatrixLine } from './matrix.ts';
import { permissionList } from './permissionList.screen.ts';
import { moduleNames, rightNames } from './permissionWords.ts';

const kindNames = { call: m.permissions_call, screen: m.permissions_screen };

/** Whether a role may use it: by itself, by what the district has given, or not. */
function mayText({ roles, givenTo }: MatrixLine, role: number): string {
  if (roles.includes(role)) return m.permissions_yes();
  return givenTo.includes(role) ? m.permissions_given() : m.permissions_no();
}

const moduleText = ({ module, isOff }: MatrixLine): string => {
  if (module === null) return '';
  return isOff ? m.permissions_module_off({ name: moduleNames[module]() }) : moduleNames[module]();
};

const columns = (): TableColumn<MatrixLine>[] => [
  { key: 'name', header: m.permissions_what(), value: ({ name }) => name, isRowHeader: true, width: 'l' },
  { key: 'kind', header: m.permissions_source(), value: ({ kind }) => kindNames[kind](), width: 's' },
  { key: 'module', header: m.permissions_module(), value: moduleText, width: 's' },
  { key: 'right', header: m.permissions_right(), value: ({ right }) => (right === null ? '' : rightNames[right][0]()), width: 's' },
  ...everyone.map(
    (role): TableColumn<MatrixLine> => ({ key: `role${role}`, header: roleName(role), value: (line) => mayText(line, role), width: 's' }),
  ),
];

/** Leaves a filter empty. */
const all = 'all';
interface FilterProps {
  label: string;
  options: readonly { key: string; label: string }[];
  value: string | undefined;
  onChange: (key: string) => void;
}
const Filter = ({ label, options, value, onChange }: FilterProps) => (
  <NativeSelect
    label={label}
    placeholder={m.records_all()}
    value={value ?? all}
    options={[{ key: all, label: m.records_all() }, ...options]}
    onChange={(key) => onChange(key === all ? '' : key)}
  />
);

/** The filters: what a role may use, of a module, calls or screens. */
function useMatrixParts({ chosen, choose }: RecordFrame): RecordParts<MatrixLine> {
  const { role } = useUser();
  const links = [managePermision, assignNewPermission].filter(({ roles }) => roles.some((one) => one === role));
  const labels = { [managePermision.path]: m.permissions_title, [assignNewPermission.path]: m.permissions_assign_title };
  const filter = (name: string, label: string, options: FilterProps['options']) => (
    <Filter label={label} options={options} value={chosen[name]} onChange={(key) => choose({ [name]: key })} />
  );
  return {
    more: links.map((screen) => (
      <LinkButton key={screen.path} href={addressOf(screen)}>
        {labels[screen.path]?.()}
      </LinkButton>
    )),
    tools: (
      <Row gap={3} align="start">
        {filter(
          'role',
          m.permissions_role(),
          everyone.map((one) => ({ key: String(one), label: roleName(one) })),
        )}
        {filter(
          'module',
          m.permissions_module(),
          modules.map((module) => ({ key: module, label: moduleNames[module]() })),
        )}
        {filter(
          'kind',
          m.permissions_source(),
          (['call', 'screen'] as const).map((kind) => ({ key: kind, label: kindNames[kind]() })),
        )}
      </Row>
    ),
    isShown: ({ roles, givenTo, module, kind }) =>
      (!chosen.role || [...roles, ...givenTo].includes(Number(chosen.role))) &&
      (!chosen.module || chosen.module === module) &&
      (!chosen.kind || chosen.kind === kind),
  };
}

/** Which role may make which call and open which screen, as the server and the route table have it (`admin/permissionList`). */
export default recordScreen<MatrixLine>({
  ...permissionList,
  title: m.permissions_matrix_title,
  lead: m.permissions_matrix_lead,
  source: (send, { userPuid }) => ({
    keyOf: ({ key }) => key,
    isWhole: true,
    load: async (_query, _count, signal) => {
      const rows = await loadMatrix(send, userPuid, signal);
      return { total: rows.length, rows };
    },
  }),
  nameOf: ({ name }) => name,
  columns,
  initial: { sort: { key: 'name', isDescending: false }, filter: '', hidden: [] },
  filters: ['role', 'module', 'kind'],
  empty: { title: m.records_none_found, text: m.permissions_matrix_lead },
  useParts: useMatrixParts,
});
