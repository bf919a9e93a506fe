import type { TestData } from '../phone/use-test-run.ts';
import type { Editor } from './use-editor.ts';

/** What a view beside the drawing and the list gets. */
export interface MoreViewProps {
  editor: Editor;
  /** Opens the test phone with the data of a conversation. */
  onTry: (data: TestData) => void;
}
