import { useTexts } from '../../../lib/use-texts.ts';
import { useShowCards } from '../canvas/use-show-cards.ts';
import { ConnectDialog } from './connect-dialog.tsx';
import { editorTexts } from './editor.texts.ts';
import type { Editor } from './use-editor.ts';

/** Finds a block by its title or its text and brings it into view. */
export function FindDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const t = useTexts(editorTexts);
  const showCards = useShowCards();
  const show = (id: string) => {
    editor.select({ nodes: new Set([id]), edges: new Set() });
    showCards(editor.views.filter(({ node }) => node.id === id));
    onClose();
  };
  return <ConnectDialog editor={editor} title={t('find')} onChoose={show} onClose={onClose} />;
}
