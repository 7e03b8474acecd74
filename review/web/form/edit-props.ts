import type { JsonValue } from '../../../core/canonical.js';
import type { ItemPage } from '../../../core/review/api.js';
import type { Places } from '../item/use-places.js';
import type { Tools } from '../kinds/editing.js';
import type { SaidNo } from '../saving/act.js';
import type { Words } from './use-words.js';

/** What an edit consists of, and what is done with it. */
export interface EditProps {
  readonly queue: string;
  readonly page: ItemPage;
  /** The edit so far. */
  readonly content: JsonValue;
  /** What stands in the JSON view, where that is no JSON yet. */
  readonly half: string | undefined;
  readonly kept: boolean;
  /** Whether it differs from what it began with. */
  readonly drafted: boolean;
  /** Submits the edit as soon as it is shown. */
  readonly submitAtOnce: boolean;
  /** What the server found when it refused the edit. */
  readonly refused: SaidNo | undefined;
  /** The edit as the server gets it: without the responses that it has itself brought. */
  readonly asSent: (content: JsonValue) => JsonValue;
  readonly places: Places;
  readonly tools: Tools;
  readonly words: Words;
  /** A field holds what is no value yet. */
  readonly onUnfinished: () => void;
  readonly onChange: (content: JsonValue, half?: string) => void;
  readonly onSubmit: (content: JsonValue, confirmed: string | undefined) => void;
  readonly onBack: () => void;
  readonly onDrop: () => void;
  readonly onHelp: () => void;
  readonly onGuideline: () => void;
  readonly onTools: () => void;
}
