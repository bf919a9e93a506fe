/** The editor of one flow: header, canvas or list, the panel of a node, problems and the test phone. */
import type { FlowDraft } from '@balcao/contract/endpoints/flows';
import { ReactFlowProvider } from '@xyflow/react';
import { lazy, Suspense, useState } from 'react';
import { cx } from '../../../ui/index.ts';
import { CardActionsContext } from '../canvas/flow-card.tsx';
import { useTestRun, type TestData } from '../phone/use-test-run.ts';
import { ConflictDialog, GoneDialog } from './conflict-dialog.tsx';
import { EditorCanvas } from './editor-canvas.tsx';
import { EditorHeader } from './editor-header.tsx';
import { EditorPanel } from './editor-panel.tsx';
import css from './editor.module.css';
import { moreViews } from './more-views.ts';
import { Outline } from './outline.tsx';
import { ProblemList } from './problem-list.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import { SavingStrip } from './saving-strip.tsx';
import { useEditor } from './use-editor.ts';
import { useEditorKeys } from './use-editor-keys.ts';
import { useIsNarrow } from './use-is-narrow.ts';

const FindDialog = lazy(() => import('./find-dialog.tsx').then((module) => ({ default: module.FindDialog })));
const TraceStrip = lazy(() => import('../phone/trace-strip.tsx').then((module) => ({ default: module.TraceStrip })));
const TestPhone = lazy(() => import('../phone/test-phone.tsx').then((module) => ({ default: module.TestPhone })));

interface FlowEditorProps {
  draft: FlowDraft;
  /** From the address, so that a reload and a link show the same view. `try` opens the test phone. */
  view: string | undefined;
  onView: (view: string) => void;
  onLoadTheirs: () => void;
}

export const FlowEditor = (props: FlowEditorProps) => (
  <ReactFlowProvider>
    <Editor {...props} />
  </ReactFlowProvider>
);

function Editor({ draft, view: addressView, onView, onLoadTheirs }: FlowEditorProps) {
  const editor = useEditor(draft, onLoadTheirs);
  const isNarrow = useIsNarrow();
  const [isFinding, setIsFinding] = useState(false);
  const [isTrying, setIsTrying] = useState(addressView === 'try');
  const [hasProblems, setHasProblems] = useState(false);
  const test = useTestRun(editor.flow.id, editor.file);
  const more = moreViews.find(({ key }) => key === addressView);
  const wideView = addressView === 'list' ? 'list' : (more?.key ?? 'canvas');
  const view = isNarrow && !more?.onPhones ? 'list' : wideView;
  const toggleTry = () => editor.leavePanel(() => setIsTrying((is) => !is));
  // The drawing and the list leave the panel open.
  const changeView = (next: string) =>
    moreViews.some(({ key }) => key === next) ? editor.leavePanel(() => onView(next)) : onView(next);
  const tryWith = (data: TestData) => {
    test.load(data);
    onView('canvas');
    setIsTrying(true);
  };
  useEditorKeys(editor, { isEnabled: !isNarrow && !more, onTry: toggleTry, onFind: () => setIsFinding(true) });
  const { saving } = editor.file;
  const marks = isTrying ? test.marks : undefined;

  return (
    <div className={css.page}>
      <EditorHeader
        editor={editor}
        isNarrow={isNarrow}
        view={view}
        onView={changeView}
        isTrying={isTrying}
        onTry={toggleTry}
        onProblems={() => setHasProblems((is) => !is)}
        onErrors={() => setHasProblems(true)}
      />
      <SavingStrip editor={editor} />
      <div className={css.middle}>
        <div className={cx(css.main, isNarrow && isTrying && css.hidden)}>
          <CardActionsContext value={editor.cardActions}>
            {view === 'canvas' && <EditorCanvas editor={editor} marks={marks} />}
            {view === 'list' && <Outline editor={editor} isReadOnly={isNarrow} />}
            {view === more?.key && (
              <Suspense fallback={null}>
                <more.screen editor={editor} onTry={tryWith} />
              </Suspense>
            )}
          </CardActionsContext>
          {isTrying && view === 'canvas' && (
            <Suspense fallback={null}>
              <TraceStrip test={test} viewById={editor.viewById} />
            </Suspense>
          )}
          {hasProblems && <ProblemList editor={editor} onClose={() => setHasProblems(false)} />}
        </div>
        {isTrying ? (
          <Suspense fallback={null}>
            <TestPhone test={test} flowId={editor.flow.id} onClose={toggleTry} />
          </Suspense>
        ) : (
          !isNarrow && !more && <EditorPanel editor={editor} />
        )}
      </div>
      {saving.type === 'conflict' && (
        <ConflictDialog editor={editor} conflict={saving.conflict} onLoadTheirs={onLoadTheirs} />
      )}
      {saving.type === 'gone' && <GoneDialog />}
      <LeaveQuestion isUnsaved={editor.file.isSaveFailing} />
      {isFinding && (
        <Suspense fallback={null}>
          <FindDialog editor={editor} onClose={() => setIsFinding(false)} />
        </Suspense>
      )}
    </div>
  );
}
