interface Props {
  readonly label: string;
  readonly unit: string;
  readonly bars: readonly { readonly name: string; readonly value: number }[];
}

const ROW = 24;
const [NAMES, LENGTH] = [190, 300];

/** Bars of one colour with name and number; the table below has the same values for screen readers. */
export function BarChart({ label, unit, bars }: Props) {
  if (bars.length === 0) return <p className="note">Nothing yet.</p>;
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <figure>
      <svg
        className="chart"
        viewBox={`0 0 ${NAMES + LENGTH + 60} ${bars.length * ROW}`}
        role="img"
        aria-label={`${label}; the numbers are in the table`}
      >
        {bars.map(({ name, value }, at) => (
          <g key={name} transform={`translate(0 ${at * ROW})`}>
            <text x={NAMES - 8} y={ROW / 2} textAnchor="end" dominantBaseline="central">
              {name}
            </text>
            <rect x={NAMES} y="4" width={(LENGTH * value) / most} height={ROW - 8} rx="2" />
            <text x={NAMES + (LENGTH * value) / most + 6} y={ROW / 2} dominantBaseline="central">
              {value}
            </text>
          </g>
        ))}
      </svg>
      <details>
        <summary>Numbers</summary>
        <table>
          <caption className="visually-hidden">{label}</caption>
          <thead>
            <tr>
              <th scope="col">{label}</th>
              <th scope="col">{unit}</th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ name, value }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td className="number">{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
