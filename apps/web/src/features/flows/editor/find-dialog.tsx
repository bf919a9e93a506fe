import { useReactFlow } from '@xyflow/react';
import { useTexts } from '../../../lib/use-texts.ts';
import { ConnectDialog } from './connect-dialog.tsx';
import { editorTexts } from './editor.texts.ts';
import type { Editor } from './use-editor.ts';

/** Finds a block by its title or its text and brings it into view. */
export function FindDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const t = useTexts(editorTexts);
  const canvas = useReactFlow();
  const show = (id: string) => {
    editor.select({ nodes: new Set([id]), edges: new Set() });
    void canvas.fitView({ nodes: [{ id }], duration: 220, maxZoom: 1 });
    onClose();
  };
  return <ConnectDialog editor={editor} title={t('find')} onChoose={show} onClose={onClose} />;
}
