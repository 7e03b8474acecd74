import { isMultiTurn, type Cell, type Item, type Setting } from '../../core/item.js';
import { hardOffer, offeredAs } from '../../transforms/hard/hard-offer.js';
import { offeredNames, type OfferedTool, type ToolOffer } from '../../transforms/offering/offered-tools.js';
import { answerFrom, goldCalls } from '../../transforms/settings/answer.js';
import { calledDocuments } from '../../transforms/tools/called-documents.js';
import type { Catalogue } from '../../transforms/tools/catalogue.js';
import { questionLayout, type QuestionLayout } from './question.js';
import { trainingResponse } from './training-response.js';

/** JSON text of a string without its quotes: parts escaped on their own stand together as the whole would. */
const escaped = (text: string): Buffer => Buffer.from(JSON.stringify(text).slice(1, -1));

/** What an evaluation or training file is written with. */
export interface EvaluationFileOptions {
  /** The file's cell, the first part of its records' ids. */
  readonly cell: Cell;
  /** Rendered prompts, by setting. */
  readonly instructions: Readonly<Record<Setting, string>>;
  readonly offer: ToolOffer;
  /** Tools since clustering. */
  readonly catalogue: Catalogue;
  /** A training file: records also have `response`, what a model is to learn to reply. */
  readonly training: boolean;
}

/** An item as it stands in a file: its name there (`M-S_3`), and the tools that it offers, in order. */
export interface AppendedItem {
  readonly name: string;
  readonly offered: readonly OfferedTool[];
}

/**
 * The lines of one `<cell>_eval.jsonl` or `<setting>_train.jsonl` (formats/mtu-bench.md 1): per user turn a record `id`,
 * `question`, `answer`. Each record repeats the whole prompt and the gold history so far, so a dialogue's shared text is
 * rendered and escaped once and the bytes are copied: most of an export's size is these repetitions.
 */
export class EvaluationFile {
  #number = 0;
  records = 0;
  calls = 0;
  /** Ids of the tools called. */
  readonly tools = new Set<string>();
  readonly #parts = new Map<Setting, QuestionLayout>();

  constructor(private readonly options: EvaluationFileOptions) {}

  /** Items written so far. */
  get items(): number {
    return this.#number;
  }

  /**
   * Appends an item's lines, line ends included, to `lines`; items come in item id order, so numbers do too.
   */
  append(item: Item, lines: Uint8Array[]): AppendedItem {
    const { cell, training } = this.options;
    const { offered, names } = this.#offeredWith(item);
    const name = `${cell}_${this.#number++}`;
    const parts = this.#partsOf(item.setting);
    const head = escaped(parts.head(offered));
    const last = item.turns.at(-1);
    const history: Buffer[] = [];
    for (const turn of item.turns) {
      const id = isMultiTurn(item.setting) ? `${name}_${turn.index}` : name;
      const gold = goldCalls(item.setting, turn, names);
      const answer = JSON.stringify(answerFrom(item.setting, gold));
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

  /** The tools that an item is offered, and its own ones' names there. */
  #offeredWith(item: Item): { offered: readonly OfferedTool[]; names: ReadonlyMap<string, string> } {
    const { offer, catalogue } = this.options;
    if (item.hard) {
      const offered = hardOffer(item.hard, catalogue);
      return { offered, names: offeredAs(offered) };
    }
    const own = calledDocuments(item.turns, catalogue);
    return { offered: offer.forItem(item.itemId, own), names: offeredNames(own) };
  }

  #partsOf(setting: Setting): QuestionLayout {
    let parts = this.#parts.get(setting);
    if (!parts) {
      const { cell, instructions } = this.options;
      parts = questionLayout(setting, instructions[setting], cell === 'OOD');
      this.#parts.set(setting, parts);
    }
    return parts;
  }
}
