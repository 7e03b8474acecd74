import type { QueueView } from '../../../core/review/api.js';
import { Dialog } from '../parts/dialog.js';
import { Markdown } from '../parts/markdown.js';
import { useKeys } from '../parts/use-keys.js';

interface Props {
  readonly view: Pick<QueueView, 'guideline' | 'guidelineText'>;
  readonly onClose: () => void;
}

/** The queue's guideline, shown beside the item. */
export function GuidelineDialog({ view, onClose }: Props) {
  useKeys('sheet', {});
  return (
    <Dialog title={`Guideline, version ${view.guideline}`} onClose={onClose} aside>
      <Markdown text={view.guidelineText} />
    </Dialog>
  );
}
