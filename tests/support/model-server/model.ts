import { randomBytes } from 'node:crypto';
import { sha256Hex } from '../../../core/digest.js';
import { defaultAnswer, distorted } from './answers.js';
import type { Answer, Arrived, JsonObject } from './asked.js';
import type { Endpoint } from './endpoint.js';
import { billOf, type Ledger } from './ledger.js';
import type { Misbehaviour } from './script.js';

/** A test's own answers; undefined: the server's. `mark` differs for every answer in nonce mode. */
export type Answers = (asked: Arrived, mark: string) => Answer | undefined | Promise<Answer | undefined>;

/** The model behind the server: answers a request and bills it. */
export class Model {
  readonly #started = randomBytes(4).toString('hex');
  #answers = 0;

  constructor(
    private readonly ledger: Ledger,
    private readonly nonce: boolean,
    private readonly own: Answers | undefined,
    private readonly seed?: string,
  ) {}

  /** The body of an answer, billed. */
  async answer(endpoint: Endpoint, asked: Arrived, misbehaviour?: Misbehaviour): Promise<JsonObject> {
    // Outside nonce mode an answer depends on its request alone, ids included.
    const mark = this.nonce ? this.#unlikeAnyOther(asked) : asked.content.slice(0, 12);
    const given = (await this.own?.(asked, mark)) ?? defaultAnswer(asked, mark);
    const answer = distorted(given, misbehaviour);
    const tokens = billOf(asked, `${answer.text ?? ''}${answer.refusal ?? ''}${callsText(answer)}`, answer);
    this.ledger.bill(asked.content, tokens);
    const body = endpoint.write(asked, answer, tokens, mark.replace('.', ''), this.nonce ? mark : '');
    return answer.written?.(body) ?? body;
  }

  #unlikeAnyOther({ content, before }: Arrived): string {
    if (this.seed === undefined) return `${this.#started}.${++this.#answers}`;
    return `${sha256Hex(JSON.stringify([this.seed, content])).slice(0, 12)}.${before + 1}`;
  }
}

const callsText = (answer: Answer): string => (answer.toolCalls ? JSON.stringify(answer.toolCalls) : '');
