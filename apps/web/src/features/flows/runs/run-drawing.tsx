/** The path of a run on the drawing of the version that ran. */
import type { FlowReferences, FlowRunPath } from '@balcao/contract/endpoints/flows';
import type { FlowDoc } from '@balcao/domain/flow/document';
import { useMemo } from 'react';
import { useFlowVersion } from '../../../entities/flows/flow-versions.api.ts';
import { routeOf } from '../../../entities/flows/run-visits.ts';
import { runTexts } from '../../../entities/flows/run.texts.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/index.ts';
import { nothingSelected, type CanvasSelection } from '../canvas/selection.ts';
import type { CanvasMarks, NodeMark } from '../canvas/marks.ts';
import { ShownFlow } from '../canvas/shown-flow.tsx';
import { useCardLabels } from '../editor/card-labels.ts';
import { cardView } from '../editor/card-view.ts';
import css from './runs.module.css';
import { runsTexts } from './runs.texts.ts';

interface RunDrawingProps {
  path: FlowRunPath;
  references: FlowReferences | undefined;
  /** The chosen node. */
  node: string | undefined;
  onNode: (id: string | undefined) => void;
}

export function RunDrawing({ path, references, node, onNode }: RunDrawingProps) {
  const t = useTexts(runsTexts);
  const loading = useTexts(runTexts)('loading');
  const language = useLanguage();
  const exists = path.version > 0;
  const version = useFlowVersion(path.flow.id, path.version, { enabled: exists });
  if (!exists) return <EmptyState icon="flow" title={t('noDrawing')} />;
  if (!version.data)
    return version.error ? (
      <ErrorState text={errorText(version.error, language)} onRetry={() => void version.refetch()} />
    ) : (
      <div className={css.loading} role="status" aria-label={loading}>
        <Skeleton height={96} />
        <Skeleton height={96} />
      </div>
    );
  return <Drawing path={path} doc={version.data.doc} references={references} node={node} onNode={onNode} />;
}

function Drawing({ path, doc, references, node, onNode }: RunDrawingProps & { doc: FlowDoc }) {
  const labels = useCardLabels(references);
  const views = useMemo(() => doc.nodes.map((drawn) => cardView(drawn, labels)), [doc, labels]);
  const marks = useMemo(() => marksOf(path), [path]);
  const selection = useMemo(
    (): CanvasSelection => (node === undefined ? nothingSelected : { nodes: new Set([node]), edges: new Set() }),
    [node],
  );
  return (
    <ShownFlow
      views={views}
      edges={doc.edges}
      marks={marks}
      selection={selection}
      onSelect={({ nodes }) => onNode([...nodes].at(-1))}
      onOpen={onNode}
    />
  );
}

/** Visited nodes get the number of their first visit; the last one, where the run stands or ended, is outlined. */
function marksOf(path: FlowRunPath): CanvasMarks {
  const route = routeOf(path);
  const steps = new Map(route.nodes.map((id, at) => [id, at + 1]));
  const last = path.steps.findLast(({ nodeId }) => nodeId !== null)?.nodeId;
  return {
    nodes: new Map(
      path.nodes.map(({ id }): [string, NodeMark] => {
        const step = steps.get(id);
        if (step === undefined) return [id, { state: 'faded' }];
        return [id, { step, state: id === last ? 'current' : 'visited' }];
      }),
    ),
    edges: new Set(route.edges),
  };
}
