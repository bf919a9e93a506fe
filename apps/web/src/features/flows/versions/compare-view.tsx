/** Two versions compared: drawn on one canvas and listed in words. */
import type { FlowVersion } from '@balcao/contract/endpoints/flows';
import type { FlowDoc } from '@balcao/domain/flow/document';
import { ReactFlowProvider } from '@xyflow/react';
import { useMemo, useState } from 'react';
import { useFlowVersion } from '../../../entities/flows/flow-versions.api.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { ErrorState, SelectField, Skeleton } from '../../../ui/index.ts';
import { CanvasControls } from '../canvas/canvas-controls.tsx';
import { FlowCanvas } from '../canvas/flow-canvas.tsx';
import { nothingSelected } from '../canvas/selection.ts';
import { useShowCards } from '../canvas/use-show-cards.ts';
import { CardActionsContext } from '../canvas/flow-card.tsx';
import type { Editor } from '../editor/use-editor.ts';
import { compareDocs } from './comparison.ts';
import { DifferenceList } from './difference-list.tsx';
import { DRAFT, type Pair } from './pair.ts';
import { useComparedViews } from './use-compared-views.ts';
import css from './versions.module.css';
import { compareTexts, versionTexts } from './versions.texts.ts';

interface CompareViewProps {
  editor: Editor;
  versions: readonly FlowVersion[];
  pair: Pair;
  onPair: (pair: Pair) => void;
}

export function CompareView({ editor, versions, pair, onPair }: CompareViewProps) {
  const t = useTexts(compareTexts);
  const words = useTexts(versionTexts);
  const language = useLanguage();
  const from = useDoc(editor, pair.from);
  const to = useDoc(editor, pair.to);
  const error = from.error ?? to.error;
  const retry = () => {
    if (from.error) from.retry();
    if (to.error) to.retry();
  };
  const options = [
    { value: DRAFT, label: words('draft') },
    ...versions.map(({ number, isLive }) => ({
      value: number,
      label: isLive ? `${words('version', { number })} · ${words('live')}` : words('version', { number }),
    })),
  ];
  return (
    <section className={css.compare} aria-label={t('comparison')}>
      <div className={css.pickers}>
        <SelectField
          label={t('from')}
          options={options}
          value={pair.from}
          onChange={(number) => onPair({ ...pair, from: number })}
        />
        <SelectField
          label={t('to')}
          options={options}
          value={pair.to}
          onChange={(number) => onPair({ ...pair, to: number })}
        />
      </div>
      {error ? (
        <ErrorState text={errorText(error, language)} onRetry={retry} />
      ) : from.doc && to.doc ? (
        <ReactFlowProvider key={`${pair.from} ${pair.to}`}>
          <Compared editor={editor} before={from.doc} after={to.doc} />
        </ReactFlowProvider>
      ) : (
        <div className={css.loading} role="status" aria-label={t('loading')}>
          <Skeleton width="60%" height={16} />
          <Skeleton height={96} />
          <Skeleton height={96} />
        </div>
      )}
    </section>
  );
}

/** The draft is the one that is open here, with what is not saved yet. */
function useDoc(editor: Editor, number: number): { doc: FlowDoc | undefined; error: Error | null; retry: () => void } {
  const isDraft = number === DRAFT;
  const version = useFlowVersion(editor.flow.id, number, { enabled: !isDraft });
  if (isDraft) return { doc: editor.file.doc, error: null, retry: () => {} };
  // A document that is there is shown, whatever a later request says.
  const error = version.data ? null : version.error;
  return { doc: version.data?.doc, error, retry: () => void version.refetch() };
}

function Compared({ editor, before, after }: { editor: Editor; before: FlowDoc; after: FlowDoc }) {
  const showCards = useShowCards();
  const comparison = useMemo(() => compareDocs(before, after), [before, after]);
  const { views, marks } = useComparedViews(comparison, editor.references);
  const [selection, setSelection] = useState(nothingSelected);
  const show = (id: string) => {
    setSelection({ nodes: new Set([id]), edges: new Set() });
    showCards(views.filter(({ node }) => node.id === id));
  };
  return (
    <div className={css.compared}>
      {/* Shows only: its cards have no actions. */}
      <CardActionsContext value={null}>
        <FlowCanvas
          views={views}
          edges={comparison.edges}
          marks={marks}
          selection={selection}
          onSelect={setSelection}
          onOpen={show}
        >
          <CanvasControls views={views} edges={comparison.edges} />
        </FlowCanvas>
      </CardActionsContext>
      <DifferenceList
        before={before}
        after={after}
        changes={comparison.changes}
        references={editor.references}
        onShow={show}
      />
    </div>
  );
}
