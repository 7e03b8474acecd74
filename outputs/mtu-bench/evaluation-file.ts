import type { Item, Setting } from '../../core/item.js';
import type { ToolDocument } from '../../core/tool.js';
import { offeredNames, type OfferedTool, type ToolOffer } from '../../transforms/offering/offered-tools.js';
import { answerOf } from '../../transforms/settings/answer.js';
import type { HashedFile } from '../hashed-file.js';
import { questionParts, type QuestionParts } from './question.js';

/** JSON text of a string without its quotes: parts escaped on their own stand together as the whole would. */
const escaped = (text: string): Buffer => Buffer.from(JSON.stringify(text).slice(1, -1));

/**
 * Writes one `<setting>_eval.jsonl` (formats/mtu-bench.md 1): per user turn a record `id`, `question`, `answer`.
 * Each record repeats the whole prompt and the gold history so far, so a dialogue's shared text is rendered and
 * escaped once and the bytes are copied: most of an export's size is these repetitions.
 */
export class EvaluationFile {
  #number = 0;
  records = 0;
  calls = 0;
  /** Ids of the tools called. */
  readonly tools = new Set<string>();
  readonly #parts: QuestionParts;

  /** @param instructions the setting's prompt, rendered */
  constructor(
    private readonly setting: Setting,
    instructions: string,
    private readonly file: HashedFile,
    private readonly offer: ToolOffer,
    private readonly documents: Readonly<Record<string, ToolDocument>>,
  ) {
    this.#parts = questionParts(setting, instructions);
  }

  /** Items written so far. */
  get items(): number {
    return this.#number;
  }

  /**
   * Appends an item; items come in item id order, so numbers do too.
   * @returns the item's name in the file (`M-S_3`) and the tools that it offers, in order
   */
  async append(item: Item): Promise<{ name: string; offered: readonly OfferedTool[] }> {
    const own = item.tools.flatMap((id) => this.documents[id] ?? []);
    const names = offeredNames(own);
    const offered = this.offer.forItem(item.itemId, own);
    const name = `${this.setting}_${this.#number++}`;
    const head = escaped(this.#parts.head(offered));
    const history: Buffer[] = [];
    for (const turn of item.turns) {
      const id = this.setting === 'S-S' ? name : `${name}_${turn.index}`;
      const answer = JSON.stringify(answerOf(this.setting, turn, names));
      await this.file.writeLineOf([
        Buffer.from(`{"id":"${id}","question":"`),
        head,
        ...history,
        escaped(this.#parts.current(turn)),
        Buffer.from(`","answer":${answer}}`),
      ]);
      history.push(escaped(this.#parts.past(turn, names)));
      this.records++;
      this.calls += turn.calls.length;
    }
    for (const tool of item.tools) this.tools.add(tool);
    return { name, offered };
  }
}
