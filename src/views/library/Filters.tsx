import type { ComponentProps, ReactNode } from 'react';
import type { SearchResult, Units } from '../../../contract/library.ts';
import type { LibraryFilter } from '../../machines/library/contentLibraryMachine.ts';
import { m } from '../../paraglide/messages.js';
import { BareButton } from '../../ui/BareButton.tsx';
import { CheckboxGroup } from '../../ui/Checkbox.tsx';
import { Select } from '../../ui/Select.tsx';
import s from './library.module.css';
import { kindLabel, languageName } from './words.ts';

const everything = 'all';
/** Number of standards offered in the facet; the standards browser has all of them. */
const mostStandards = 8;

interface FiltersProps {
  units: Units | null;
  result: SearchResult | null;
  filter: LibraryFilter;
  onChange: (filter: LibraryFilter) => void;
}

function Place({
  name,
  count,
  isChosen,
  onPress,
  children,
}: {
  name: string;
  count: number;
  isChosen: boolean;
  onPress: () => void;
  children?: ReactNode;
}) {
  return (
    <li>
      <BareButton className={s.place} aria-pressed={isChosen} onPress={onPress}>
        <span>{name}</span>
        <span className={s.count}>{count}</span>
      </BareButton>
      {children}
    </li>
  );
}

/** The units of the chosen product, down to an open third level. */
function Places({ units, filter, onChange }: Pick<FiltersProps, 'filter' | 'onChange'> & { units: Units }) {
  const ofProduct = units.sub_categories.filter((unit) => unit.product_id === filter.productId);
  const go = (place: Partial<LibraryFilter>) => onChange({ ...filter, unitId: null, subUnitId: null, level3Id: null, ...place });
  if (ofProduct.length === 0) return null;
  return (
    <nav aria-label={m.library_units()}>
      <ul className={s.places}>
        {ofProduct.map(({ unit_id: unitId, name, item_count, sub_units }) => (
          <Place
            key={unitId}
            name={name}
            count={item_count}
            isChosen={filter.unitId === unitId && filter.subUnitId === null}
            onPress={() => go(filter.unitId === unitId && filter.subUnitId === null ? {} : { unitId })}
          >
            {filter.unitId === unitId ? (
              <ul className={s.places}>
                {sub_units.map((sub) => (
                  <Place
                    key={sub.sub_unit_id}
                    name={sub.name}
                    count={sub.item_count}
                    isChosen={filter.subUnitId === sub.sub_unit_id && filter.level3Id === null}
                    onPress={() => go({ unitId, subUnitId: sub.sub_unit_id })}
                  >
                    {filter.subUnitId === sub.sub_unit_id && sub.level3.length > 0 ? (
                      <ul className={s.places}>
                        {sub.level3.map((one) => (
                          <Place
                            key={one.level3_id}
                            name={one.name}
                            count={one.item_count}
                            isChosen={filter.level3Id === one.level3_id}
                            onPress={() => go({ unitId, subUnitId: sub.sub_unit_id, level3Id: one.level3_id })}
                          />
                        ))}
                      </ul>
                    ) : null}
                  </Place>
                ))}
              </ul>
            ) : null}
          </Place>
        ))}
      </ul>
    </nav>
  );
}

/** Course, unit and facets; every facet value shows how many items it would match. */
export function Filters({ units, result, filter, onChange }: FiltersProps) {
  const facets = result?.facets;
  const withCount = (name: string, count: number) => m.library_facet({ name, count });
  const products = units?.categories ?? [];
  return (
    <>
      <Select
        label={m.library_course()}
        value={String(filter.productId ?? everything)}
        options={[
          { key: everything, label: m.library_all_courses() },
          ...products.map((product) => ({
            key: String(product.product_id),
            label: product.name,
            description: languageName(product.language_id),
          })),
        ]}
        onChange={(key) =>
          onChange({
            ...filter,
            productId: key === everything ? null : Number(key),
            unitId: null,
            subUnitId: null,
            level3Id: null,
            languages: [],
          })
        }
      />
      {units ? <Places units={units} filter={filter} onChange={onChange} /> : null}
      {facets ? (
        <>
          <Facet
            label={m.library_kind()}
            value={filter.kinds.map(String)}
            options={facets.kinds.map(({ key, count }) => ({ key, label: withCount(kindLabel(Number(key)), count) }))}
            onChange={(kinds) => onChange({ ...filter, kinds: kinds.map(Number) })}
          />
          <Facet
            label={m.library_grade()}
            value={filter.grades}
            options={facets.grades
              .toSorted((a, b) => a.key.localeCompare(b.key, undefined, { numeric: true }))
              .map(({ key, count }) => ({ key, label: withCount(m.library_grade_of({ grade: key }), count) }))}
            onChange={(grades) => onChange({ ...filter, grades })}
          />
          {facets.languages.length > 1 ? (
            <Facet
              label={m.library_language()}
              value={filter.languages.map(String)}
              options={facets.languages.map(({ key, count }) => ({ key, label: withCount(languageName(Number(key)), count) }))}
              onChange={(languages) => onChange({ ...filter, languages: languages.map(Number) })}
            />
          ) : null}
          <Facet
            label={m.library_standard()}
            value={filter.standards}
            options={facets.standards
              .filter(({ key }, index) => index < mostStandards || filter.standards.includes(key))
              .map(({ key, count }) => ({ key, label: withCount(key, count) }))}
            onChange={(standards) => onChange({ ...filter, standards })}
          />
        </>
      ) : null}
    </>
  );
}

/** The values of a facet as checkboxes; hidden if it has none. */
const Facet = (props: Pick<ComponentProps<typeof CheckboxGroup>, 'label' | 'value' | 'options' | 'onChange'>) =>
  props.options.length > 0 ? <CheckboxGroup {...props} /> : null;
