import { lazy, Suspense } from 'react';
import { nodeById } from './document-edits.ts';
import { Exits } from './exits.tsx';
import type { Editor } from './use-editor.ts';

// Loaded when a block is opened: drawing needs no form.
const NodePanel = lazy(() => import('../panels/node-panel.tsx').then((module) => ({ default: module.NodePanel })));

/** The panel of the node that is open, or of the one that is being added. */
export function EditorPanel({ editor }: { editor: Editor }) {
  const { panel, file } = editor;
  const node = panel?.mode === 'edit' ? nodeById(file.doc, panel.id) : panel?.node;
  if (!panel || !node) return null;
  return (
    <Suspense fallback={null}>
      <NodePanel
        key={node.id}
        handle={editor.panelHandle}
        flowId={editor.flow.id}
        node={node}
        mode={panel.mode}
        settings={file.doc.settings}
        references={editor.references}
        flowVariables={editor.flowVariables}
        exits={panel.mode === 'edit' && <Exits editor={editor} nodeId={node.id} hasHeading />}
        onSave={editor.save}
        onRemove={panel.mode === 'edit' && node.type !== 'start' ? () => editor.remove([node.id]) : undefined}
        onClose={editor.closePanel}
      />
    </Suspense>
  );
}
