import type { JsonValue } from '../../../core/canonical.js';
import type { ItemPage } from '../../../core/review/api.js';
import type { Places } from '../item/use-places.js';
import type { Tools } from '../kinds/editing.js';
import type { SaidNo } from '../saving/act.js';
import type { Words } from './use-words.js';

/** The state of an edit, and the actions on it. */
export interface EditProps {
  readonly queue: string;
  readonly page: ItemPage;
  /** The edited content. */
  readonly content: JsonValue;
  /** The text in the JSON view, if it is not valid JSON. */
  readonly half: string | undefined;
  readonly kept: boolean;
  /** Whether it differs from the content that it started from. */
  readonly drafted: boolean;
  /** Submits the edit as soon as it is shown. */
  readonly submitAtOnce: boolean;
  /** The server's refusal of the edit. */
  readonly refused: SaidNo | undefined;
  /** The edit as it is sent: without the new responses that the server itself supplied. */
  readonly asSent: (content: JsonValue) => JsonValue;
  readonly places: Places;
  readonly tools: Tools;
  readonly words: Words;
  /** Called if a field has text that is not a value yet. */
  readonly onUnfinished: () => void;
  readonly onChange: (content: JsonValue, half?: string) => void;
  readonly onSubmit: (content: JsonValue, confirmed: string | undefined) => void;
  readonly onBack: () => void;
  readonly onDrop: () => void;
  readonly onHelp: () => void;
  readonly onGuideline: () => void;
  readonly onTools: () => void;
}
