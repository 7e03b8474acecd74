import type { Agreement } from '../../core/review/api-stats.js';

const MEASURES = [
  ['percent', 'same'],
  ['cohen', "Cohen's kappa"],
  ['fleiss', "Fleiss' kappa"],
  ['krippendorff', "Krippendorff's alpha"],
] as const;

/** Agreement of a queue for people: a field with what it was made from, and under it each measure that there is. */
export function agreementLines(agreement: readonly Agreement[]): string[] {
  if (agreement.length === 0) return ['nothing is compared in this queue'];
  return [
    'from decisions before adjudication, without those on many items at once; 95 % intervals (bootstrap)',
    ...agreement.flatMap((one) => [
      `${one.field}: n ${one.items}, left out ${one.leftOut}, ${one.raters} reviewers`,
      ...MEASURES.flatMap(([name, says]) => {
        const { value, interval } = one[name];
        if (value === null) return [];
        const from = interval ? ` (${interval.low.toFixed(2)} to ${interval.high.toFixed(2)})` : '';
        const without = name === 'fleiss' && one.fleissLeftOut > 0 ? `, without ${one.fleissLeftOut}` : '';
        return [`  ${says.padEnd(20)} ${value.toFixed(2)}${from}${without}`];
      }),
    ]),
  ];
}
