import { Panel } from '@xyflow/react';
import { CanvasControls } from '../canvas/canvas-controls.tsx';
import { FlowCanvas } from '../canvas/flow-canvas.tsx';
import type { CanvasMarks } from '../canvas/marks.ts';
import { connect, moveNodes } from './document-edits.ts';
import css from './editor.module.css';
import { Palette } from './palette.tsx';
import type { Editor } from './use-editor.ts';

export function EditorCanvas({ editor, marks }: { editor: Editor; marks: CanvasMarks | undefined }) {
  const { file, views, problems, selection, select, open } = editor;
  const { doc, edit } = file;
  return (
    <FlowCanvas
      views={views}
      edges={doc.edges}
      selection={selection}
      onSelect={select}
      onOpen={open}
      problems={problems.byNode}
      {...(marks && { marks })}
      editing={{
        onMove: (positions) => edit((now) => moveNodes(now, positions)),
        onConnect: (edge) => edit((now) => connect(now, edge)),
        onDrop: (from, at) => editor.openPalette({ from, at }),
      }}
    >
      <CanvasControls
        views={views}
        edges={doc.edges}
        onOrganized={(positions) => edit((now) => moveNodes(now, positions))}
      />
      <Panel position="bottom-left" className={css.dial}>
        <Palette editor={editor} />
      </Panel>
    </FlowCanvas>
  );
}
