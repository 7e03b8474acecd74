import type * as z from 'zod';
import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import { SPLITS, type Split } from '../../../core/item.js';
import { readPrompt, type Prompt } from '../../../prompts/prompt.js';
import type { HashedFile } from '../../hashed-file.js';
import type { DatasetExporter, DatasetFormat, Published, PublishedItem } from '../dataset-exporter.js';
import type { DatasetFolder } from '../dataset-folder.js';
import { anthropicLine, anthropicLineSchema } from './anthropic.js';
import { conversationOf, type Conversation } from './conversation.js';
import { openAiLine, openAiLineSchema } from './openai.js';

/** The system prompt of published conversations. */
const SYSTEM_PROMPT = 'chat/assistant';

/** How a provider writes a conversation, and the border at which it is checked. */
interface ChatForm {
  line(conversation: Conversation): unknown;
  readonly schema: z.ZodType;
}

/** Conversations as OpenAI's chat completions take them. @param thoughts whether calls come with their thought */
export const openAiChat = (thoughts: boolean): DatasetFormat =>
  chatFormat('openai-chat', "conversations in OpenAI's chat format", thoughts, {
    line: openAiLine,
    schema: openAiLineSchema,
  });

/** Conversations as Anthropic's messages. @param thoughts whether calls come with their thought */
export const anthropicChat = (thoughts: boolean): DatasetFormat =>
  chatFormat('anthropic-chat', "conversations in Anthropic's format", thoughts, {
    line: anthropicLine,
    schema: anthropicLineSchema,
  });

const chatFormat = (name: string, summary: string, thoughts: boolean, form: ChatForm): DatasetFormat => ({
  name,
  summary,
  thoughts,
  needsRecords: false,
  open: (folder) => Promise.resolve(new ChatExporter(folder, form, readPrompt(SYSTEM_PROMPT), thoughts)),
});

/** The two files of a split under way: conversations, and where each came from. */
interface OpenSplit {
  readonly split: Split;
  readonly lines: HashedFile;
  readonly records: HashedFile;
  rows: number;
}

class ChatExporter implements DatasetExporter {
  #open: OpenSplit | undefined;
  readonly #rows = new Map<Split, number>();

  constructor(
    private readonly folder: DatasetFolder,
    private readonly form: ChatForm,
    private readonly prompt: Prompt,
    private readonly thoughts: boolean,
  ) {}

  async item(published: PublishedItem): Promise<void> {
    const { item, split, evaluation } = published;
    if (split === null) return;
    const open = await this.#fileOf(split);
    const line = this.form.line(conversationOf(published, this.prompt, this.thoughts));
    const { error } = this.form.schema.safeParse(line);
    if (error) throw unfit(item.itemId, error);
    await open.lines.writeLine(JSON.stringify(line));
    const { source, recordId, licence, joined } = item.provenance;
    await open.records.writeLine(
      JSON.stringify({
        line: ++open.rows,
        itemId: item.itemId,
        itemVersion: item.itemVersion,
        setting: item.setting,
        evaluation,
        source,
        recordId,
        ...(joined ? { joined } : {}),
        licence,
      }),
    );
  }

  async finish(): Promise<Published> {
    await this.#end();
    const parts = SPLITS.filter((split) => this.#rows.has(split));
    return {
      parts: parts.map((split) => ({ part: `${split}.jsonl`, rows: this.#rows.get(split) ?? 0 })),
      opens: `datasets.load_dataset("json", data_files="OUT/${parts[0] ?? 'train'}.jsonl")`,
    };
  }

  async #fileOf(split: Split): Promise<OpenSplit> {
    if (this.#open?.split === split) return this.#open;
    await this.#end();
    this.#open = {
      split,
      lines: await this.folder.create(`${split}.jsonl`),
      records: await this.folder.create(`${split}.records.jsonl`),
      rows: 0,
    };
    return this.#open;
  }

  async #end(): Promise<void> {
    if (!this.#open) return;
    const { split, lines, records, rows } = this.#open;
    await this.folder.finish(lines);
    await this.folder.finish(records);
    this.#rows.set(split, rows);
    this.#open = undefined;
  }
}

/** Of a conversation that a provider would refuse: a fault of the item, found before anybody pays for it. */
const unfit = (itemId: string, error: z.ZodError): BenchwrightError =>
  new BenchwrightError('ITEM_UNFIT', {
    expected: 'a conversation that the interface accepts',
    found: error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '),
    where: `item ${itemId}`,
    next: `Look at it with \`benchwright items show ${itemId}\`; publish in another format, or mend the source.`,
  });
