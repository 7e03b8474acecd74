import type { SeededRandom } from '../../core/random.js';

const STARTS =
  'Bal Bren Cor Dal Del Dor Eld Fal Fen Gar Gol Hal Hol Jan Kel Kor Lan Lor Mar Mel Mor Nal Nor Or Pel Quil Ral Ren Sel Sor Tal Tor Ul Val Ver Wel Yor Zan'.split(
    ' ',
  );
const ENDS =
  'ada ane aro ato ava ello emo enta era eto ia ido ika ima ino ira isto ita ona oni ora osa oth ovar udo una ura usk wick wyn'.split(
    ' ',
  );

/** Words that say what a thing is or that hold a name together: they stay, so that an address still looks like one. */
const KEPT = new Set(
  `a an and at by de for from in la my of on st the to with
  airport avenue bar boulevard cafe center central centre cinema cinemas clinic club court dental dentist dr drive east
  festival game garden grand grill hall highway hospital hotel house inn international kitchen lane library market md
  mr mrs museum north opera palace park pizza place plaza restaurant road room salon school show south spa square
  stadium station street studio suite suites theater theatre tower university vs way west`.split(/\s+/),
);

/** What a user may say besides, about people (N) and places (P) that no call asks for. */
const REMARKS = [
  'My name is N N.',
  'This is N N speaking.',
  'I am asking for my friend N from P.',
  'We are on our way to P with N.',
  'N N told me about you.',
  'I live in P, not far from P.',
  'Greetings from N in P.',
  'N and N are waiting here with me.',
];

const WORD_OR_NUMBER = /[\p{L}\p{M}]+|\d+/gu;

/**
 * Names, numbers, dates and times for one dialogue that it did not have. The same old value gets the same new one,
 * different ones stay different, and what two names share ("San Jose", "San Jose Station") they share afterwards.
 */
export class MadeUp {
  readonly #words = new Map<string, string>();
  readonly #used = new Set<string>();
  readonly #days: number;
  readonly #minutes: number;

  constructor(private readonly random: SeededRandom) {
    // One shift for all of a dialogue: the day of return stays after the day of departure.
    this.#days = random.int(1, 27);
    this.#minutes = 15 * random.int(1, 40);
  }

  /** Another value of the same form as this canonical one; undefined where there is none to be had (short numbers). */
  valueLike(value: string): string | undefined {
    if (/^\d{4}-\d\d-\d\d$/.test(value)) return this.#laterDay(value);
    if (/^\d\d?:\d\d$/.test(value)) return this.#laterTime(value);
    if (/^\d+(\.\d+)?$/.test(value)) return Number(value) < 100 ? undefined : this.#word(value, this.#digits);
    if (!/\p{L}|\d{3}/u.test(value)) return undefined;
    return value.replace(WORD_OR_NUMBER, (part) => this.#part(part));
  }

  /** A sentence that names made-up people or places, for an utterance without any value. */
  remark(): string {
    const template = REMARKS[this.random.int(0, REMARKS.length - 1)] ?? '';
    return template.replace(/\b[NP]\b/g, this.#name);
  }

  #part(part: string): string {
    if (/\d/.test(part)) return part.length < 2 ? part : this.#word(part, this.#digits);
    const plain = part.toLowerCase();
    if (KEPT.has(plain)) return part;
    const word = this.#word(plain, this.#name);
    return part === plain ? word.toLowerCase() : word;
  }

  #word(old: string, draw: (old: string) => string): string {
    let word = this.#words.get(old);
    if (word === undefined) {
      do word = draw(old);
      while (this.#used.has(word) || word === old);
      this.#used.add(word);
      this.#words.set(old, word);
    }
    return word;
  }

  readonly #name = (): string => {
    const [start, end] = [this.random.int(0, STARTS.length - 1), this.random.int(0, ENDS.length - 1)];
    return `${STARTS[start]}${ENDS[end]}`;
  };

  /** As many digits, the first one not 0. */
  readonly #digits = (old: string): string =>
    old.replace(/\d/g, (_, at: number) => String(this.random.int(at === 0 ? 1 : 0, 9)));

  #laterDay(day: string): string {
    const date = new Date(`${day}T00:00:00Z`);
    date.setUTCDate(date.getUTCDate() + this.#days);
    return date.toISOString().slice(0, 10);
  }

  #laterTime(time: string): string {
    const [hours, minutes] = time.split(':').map(Number) as [number, number];
    const later = (hours * 60 + minutes + this.#minutes) % (24 * 60);
    return `${String(Math.floor(later / 60)).padStart(2, '0')}:${String(later % 60).padStart(2, '0')}`;
  }
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** How a person says a new canonical value in place of `said`, who meant the old one. */
export function sayLike(said: string, canonical: string): string {
  const [, , month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(canonical) ?? [];
  if (month && day) return `${MONTHS[Number(month) - 1]} ${ordinal(Number(day))}`;
  const [, hours, minutes] = /^(\d\d?):(\d\d)$/.exec(canonical) ?? [];
  if (hours && minutes) {
    const hour = Number(hours) % 12 || 12;
    return `${minutes === '00' ? hour : `${hour}:${minutes}`} ${Number(hours) < 12 ? 'am' : 'pm'}`;
  }
  if (!/^\d+(\.\d+)?$/.test(canonical)) return canonical;
  const number = said.includes(',') ? canonical.replace(/\B(?=(\d{3})+(?!\d))/g, ',') : canonical;
  if (/\d/.test(said)) return said.replace(/\d[\d,]*(\.\d+)?/, number);
  return /dollar|buck/i.test(said) ? `${number} dollars` : number;
}

function ordinal(day: number): string {
  const ending = day >= 11 && day <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th');
  return `${day}${ending}`;
}
