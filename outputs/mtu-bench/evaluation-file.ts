import { isMultiTurn, type Cell, type Item } from '../../core/mtu-bench/item.js';
import type { OfferedTool, ToolOffer } from '../../transforms/mtu-bench/offering/offered-tools.js';
import { answerFrom, goldCalls } from '../../transforms/mtu-bench/settings/answer.js';
import type { Catalogue } from '../../transforms/mtu-bench/tools/catalogue.js';
import { confirmationOf, type Instructions } from './instructions.js';
import { offeredWith } from './item-offers.js';
import { questionLayout, type QuestionLayout } from './question.js';
import { trainingResponse } from './training-response.js';
import { writeJson } from '../../core/json.js';

/** A string's JSON without quotes: separately escaped parts concatenate to the escaped whole. */
const escaped = (text: string): Buffer => Buffer.from(JSON.stringify(text).slice(1, -1));

/** Inputs of an evaluation or training file. */
export interface EvaluationFileOptions {
  /** The file's cell: first part of its record ids. */
  readonly cell: Cell;
  readonly instructions: Instructions;
  readonly offer: ToolOffer;
  /** Tools after clustering. */
  readonly catalogue: Catalogue;
  /** Training files also have `response`, the target output. */
  readonly training: boolean;
}

/** An item in a file: its name (`M-S_3`) and the offered tools in order. */
export interface AppendedItem {
  readonly name: string;
  readonly offered: readonly OfferedTool[];
}

/**
 * The lines of `<cell>_eval.jsonl` or `<setting>_train.jsonl` (formats/mtu-bench.md 1): `id`, `question`, `answer` per
 * user turn. Each record repeats the prompt and the gold history, so a dialogue's shared text is rendered and escaped
 * once and its bytes copied: most of an export's size is repetition.
 */
export class EvaluationFile {
  #number = 0;
  records = 0;
  calls = 0;
  /** Ids of the called tools. */
  readonly tools = new Set<string>();
  readonly #parts = new Map<string, QuestionLayout>();

  constructor(private readonly options: EvaluationFileOptions) {}

  /** Number of items written. */
  get items(): number {
    return this.#number;
  }

  /** Appends an item's lines to `lines`; items come in id order, which determines their numbers. */
  append(item: Item, lines: Uint8Array[]): AppendedItem {
    const { cell, training, offer, catalogue } = this.options;
    const { offered, names } = offeredWith(item, offer, catalogue);
    const name = `${cell}_${this.#number++}`;
    const parts = this.#partsOf(item);
    const head = escaped(parts.head(offered));
    const last = item.turns.at(-1);
    const history: Buffer[] = [];
    for (const turn of item.turns) {
      const id = isMultiTurn(item.setting) ? `${name}_${turn.index}` : name;
      const gold = goldCalls(item.setting, turn, names);
      const answer = writeJson(answerFrom(item.setting, gold));
      const reply = training ? `","response":${JSON.stringify(trainingResponse(turn, gold))}` : '"';
      lines.push(
        Buffer.from(`{"id":"${id}","question":"`),
        head,
        ...history,
        escaped(parts.current(turn)),
        Buffer.from(`${reply},"answer":${answer}}\n`),
      );
      if (turn !== last) history.push(escaped(parts.past(turn, gold)));
      this.records++;
      this.calls += turn.calls.length;
    }
    for (const tool of item.tools) this.tools.add(tool);
    return { name, offered };
  }

  #partsOf(item: Item): QuestionLayout {
    const { cell, instructions } = this.options;
    const { setting } = item;
    const confirmation = confirmationOf(item, instructions);
    const key = `${setting} ${confirmation}`;
    let parts = this.#parts.get(key);
    if (!parts) {
      const text = instructions.byConfirmation[confirmation][setting];
      this.#parts.set(key, (parts = questionLayout(setting, text, cell === 'OOD')));
    }
    return parts;
  }
}
