/** Worked examples of the literature, each with the figure that its paper prints. */

/** Columns of what each rater said; `.` is missing. */
export interface RaterColumns {
  readonly raters: Readonly<Record<string, string>>;
  readonly alpha: number;
}

/** K. Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011): sections A, B and C. */
export const KRIPPENDORFF_2011: Readonly<Record<string, RaterColumns>> = {
  'A: binary data, two observers': {
    raters: { meg: '0100000010', owen: '1110010000' },
    alpha: 0.095,
  },
  'B: nominal data, two observers': {
    raters: { ben: 'aabbdcccedda', gerry: 'babbbccceddd' },
    alpha: 0.692,
  },
  'C: nominal data, any number of observers, missing data': {
    raters: { a: '123321412...', b: '1233224125.3', c: '.3332342251.', d: '12332441251.' },
    alpha: 0.743,
  },
};

/** J. L. Fleiss, "Measuring nominal scale agreement among many raters" (1971): 30 patients, 6 psychiatrists, 5 diagnoses. */
export const FLEISS_1971 = {
  raters: 6,
  kappa: 0.43,
  counts: [
    '00060', '03003', '01401', '00006', '03030', '20400', '00402', '20310', '20040', '00006',
    '10050', '11040', '03300', '10050', '02031', '00501', '30012', '51000', '02040', '10203',
    '00006', '01050', '02013', '20040', '10041', '05010', '40002', '02040', '10500', '00006',
  ].map((row) => [...row].map(Number)),
}; // prettier-ignore

/** The worked example of Wikipedia's "Fleiss' kappa": 10 subjects, 14 raters, 5 categories. */
export const FLEISS_WIKIPEDIA = {
  raters: 14,
  kappa: 0.21,
  counts: [
    [0, 0, 0, 0, 14],
    [0, 2, 6, 4, 2],
    [0, 0, 3, 5, 6],
    [0, 3, 9, 2, 0],
    [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0],
    [3, 2, 6, 3, 0],
    [2, 5, 3, 2, 2],
    [6, 5, 2, 1, 0],
    [0, 2, 2, 3, 7],
  ],
};

/** Two raters, a row what the first said and a column what the second. */
export const COHEN: Readonly<
  Record<
    string,
    { readonly table: readonly (readonly number[])[]; readonly kappa: number; readonly percent: number }
  >
> = {
  'J. Cohen, "A coefficient of agreement for nominal scales" (1960), table 2': {
    table: [
      [88, 10, 2],
      [14, 40, 6],
      [18, 10, 12],
    ],
    kappa: 0.492,
    percent: 0.7,
  },
  'the grants of Wikipedia\'s "Cohen\'s kappa"': {
    table: [
      [20, 5],
      [10, 15],
    ],
    kappa: 0.4,
    percent: 0.7,
  },
  'the same page: 60 of 100 agree, alike': {
    table: [
      [45, 15],
      [25, 15],
    ],
    kappa: 0.1304,
    percent: 0.6,
  },
  'the same page: 60 of 100 agree, unlike': {
    table: [
      [25, 35],
      [5, 35],
    ],
    kappa: 0.2593,
    percent: 0.6,
  },
};
