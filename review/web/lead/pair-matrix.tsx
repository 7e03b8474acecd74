import { useState } from 'react';
import type { Agreement } from '../../../core/review/api-stats.js';
import { figure } from '../parts/figure.js';
import { DataTable } from '../parts/data-table.js';

type Pair = Agreement['pairs'][number];
const MEASURES = { percent: 'share of equal values', cohen: 'Cohen’s κ', ac1: 'Gwet’s AC1' } as const;
type Measure = keyof typeof MEASURES;
const isMeasure = (name: string): name is Measure => Object.hasOwn(MEASURES, name);

/** Agreement of each pair of reviewers in a field, so that a reviewer who differs from the others is easy to see. */
export function PairMatrix({ agreement }: { readonly agreement: readonly Agreement[] }) {
  const [field, setField] = useState<string>();
  const [measure, setMeasure] = useState<Measure>('cohen');
  const found = agreement.find((one) => one.field === field) ?? agreement[0];
  if (!found) return null;
  const names = [...new Set(found.pairs.flatMap(({ first, second }) => [first, second]))].sort();
  const pairOf = (one: string, other: string): Pair | undefined =>
    found.pairs.find(
      ({ first, second }) => (first === one && second === other) || (first === other && second === one),
    );
  return (
    <>
      <h3>Each two reviewers</h3>
      <div className="row">
        <label>
          field{' '}
          <select value={found.field} onChange={(event) => setField(event.target.value)}>
            {agreement.map((one) => (
              <option key={one.field}>{one.field}</option>
            ))}
          </select>
        </label>
        <label>
          figure{' '}
          <select
            value={measure}
            onChange={(event) => setMeasure(isMeasure(event.target.value) ? event.target.value : 'cohen')}
          >
            {Object.entries(MEASURES).map(([name, says]) => (
              <option key={name} value={name}>
                {says}
              </option>
            ))}
          </select>
        </label>
      </div>
      <DataTable label="Matrix of reviewers" head={['', ...names]}>
        {names.map((one) => (
          <tr key={one}>
            <th scope="row">{one}</th>
            {names.map((other) => (
              <td key={other} className="number">
                <Cell pair={one === other ? undefined : pairOf(one, other)} measure={measure} />
              </td>
            ))}
          </tr>
        ))}
      </DataTable>
    </>
  );
}

function Cell({ pair, measure }: { readonly pair: Pair | undefined; readonly measure: Measure }) {
  if (!pair) return '';
  const value = pair[measure];
  return (
    <>
      {value === null ? '–' : figure(value)} <span className="faint">n {pair.items}</span>
    </>
  );
}
