/** The drawing of a flow. It shows what it is given; every change goes to the caller as an event. */
import {
  type Edge as DrawnEdge,
  type EdgeChange,
  type NodeChange,
  ReactFlow,
  type OnConnectEnd,
  type ReactFlowState,
  type Viewport,
  useReactFlow,
  useStore,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import type { Edge } from '@balcao/domain/flow/document';
import { useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTexts } from '../../../lib/use-texts.ts';
import { cx } from '../../../ui/index.ts';
import type { CardView } from '../editor/card-view.ts';
import type { PortRef, Position as Place } from '../editor/document-edits.ts';
import { MIN_ZOOM } from './boxes.ts';
import css from './canvas.module.css';
import { canvasTexts } from './canvas.texts.ts';
import { Dots } from './dots.tsx';
import { useDrawnEdges, useDrawnNodes } from './drawn-flow.ts';
import { FarEdges } from './far-edges.tsx';
import { FarViewContext, FlowCard, type CardNode } from './flow-card.tsx';
import { FlowMap } from './flow-map.tsx';
import { noMarks, type CanvasMarks } from './marks.ts';
import { useNearFlow } from './near-nodes.ts';
import { FAR_ZOOM, LARGE_FLOW, openingView } from './opening-view.ts';
import type { CanvasSelection } from './selection.ts';

const nodeTypes = { card: FlowCard };
const MAX_ZOOM = 2;
const noEdges: DrawnEdge[] = [];

const zoomOf = ({ transform }: ReactFlowState): number => transform[2];
/** Cards with details keep them a little below the zoom, so that turning the wheel to and fro there changes nothing. */
const DETAIL_ZOOM = 0.45;
const isSameDetail = (before: number, now: number): boolean =>
  before < FAR_ZOOM === now < FAR_ZOOM || (now >= DETAIL_ZOOM && now < FAR_ZOOM);

export interface CanvasEditing {
  onMove: (positions: ReadonlyMap<string, Place>) => void;
  onConnect: (edge: PortRef & { target: string }) => void;
  /** An edge was dropped where no card is. */
  onDrop: (from: PortRef, at: Place) => void;
}

export interface FlowCanvasProps {
  views: readonly CardView[];
  edges: readonly Edge[];
  selection: CanvasSelection;
  onSelect: (selection: CanvasSelection) => void;
  onOpen: (nodeId: string) => void;
  problems?: ReadonlyMap<string, 'error' | 'warning'>;
  marks?: CanvasMarks;
  /** Absent: the canvas only shows. */
  editing?: CanvasEditing | undefined;
  /** Controls above the drawing. */
  children?: ReactNode;
}

const noProblems: ReadonlyMap<string, 'error' | 'warning'> = new Map();

export function FlowCanvas({
  views,
  edges,
  selection,
  onSelect,
  onOpen,
  problems = noProblems,
  marks = noMarks,
  editing,
  children,
}: FlowCanvasProps) {
  const t = useTexts(canvasTexts);
  const { screenToFlowPosition } = useReactFlow();
  const [dragged, setDragged] = useState<ReadonlyMap<string, Place>>(new Map());
  const isFar = useStore(({ transform }) => transform[2] < FAR_ZOOM);
  /** Cards without ports, and edges that are only seen. */
  const isSimple = useStore(zoomOf, isSameDetail) < FAR_ZOOM && views.length > LARGE_FLOW;
  const frame = useRef<HTMLDivElement>(null);
  const [opening, setOpening] = useState<Viewport>();
  const nodes = useDrawnNodes({ views, selection, problems, marks, dragged });
  const drawnEdges = useDrawnEdges({ views, edges, selection, marks });

  // Known before the first card is drawn: cards that are out of view then are never drawn.
  useLayoutEffect(() => {
    const { offsetWidth: width, offsetHeight: height } = frame.current!;
    setOpening(openingView(views, { width, height }, editing === undefined));
    // Only the size of the first moment counts.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const setMoving = (isMoving: boolean) => frame.current?.toggleAttribute('data-moving', isMoving);

  const near = useNearFlow(nodes, drawnEdges);

  const onNodesChange = (changes: NodeChange<CardNode>[]) => {
    const selected = new Set(selection.nodes);
    const moving = new Map(dragged);
    const moved = new Map<string, Place>();
    for (const change of changes) {
      if (change.type === 'select') selected[change.selected ? 'add' : 'delete'](change.id);
      if (change.type !== 'position' || !change.position) continue;
      if (change.dragging) moving.set(change.id, change.position);
      else moved.set(change.id, change.position);
    }
    if (changes.some(({ type }) => type === 'select')) onSelect({ ...selection, nodes: selected });
    if (moved.size > 0) {
      editing?.onMove(moved);
      setDragged(new Map());
    } else if (moving.size > 0) setDragged(moving);
  };
  const onEdgesChange = (changes: EdgeChange[]) => {
    const selected = new Set(selection.edges);
    for (const change of changes) if (change.type === 'select') selected[change.selected ? 'add' : 'delete'](change.id);
    if (changes.some(({ type }) => type === 'select')) onSelect({ ...selection, edges: selected });
  };
  const onConnectEnd: OnConnectEnd = (event, state) => {
    if (state.isValid || !state.fromNode || !state.fromHandle?.id || state.fromHandle.type !== 'source') return;
    if (state.toNode) return;
    const { clientX: x, clientY: y } = 'changedTouches' in event ? event.changedTouches[0]! : event;
    editing?.onDrop({ source: state.fromNode.id, port: state.fromHandle.id }, screenToFlowPosition({ x, y }));
  };
  const labels = useMemo(
    () => ({
      'node.a11yDescription.default': t('nodeHelp'),
      'node.a11yDescription.keyboardDisabled': t('nodeHelp'),
      'node.a11yDescription.ariaLiveMessage': () => t('moved'),
      'edge.a11yDescription.default': t('edgeHelp'),
      'minimap.ariaLabel': t('minimap'),
      'handle.ariaLabel': t('port'),
    }),
    [t],
  );

  return (
    <div ref={frame} className={cx(css.canvas, isFar && css.far)}>
      {opening && (
        <FarViewContext value={isSimple}>
          <ReactFlow<CardNode>
            nodes={near.nodes}
            edges={isSimple ? noEdges : near.edges}
            nodeTypes={nodeTypes}
            onNodesChange={onNodesChange}
            onEdgesChange={onEdgesChange}
            onConnect={({ source, sourceHandle, target }) =>
              sourceHandle && editing?.onConnect({ source, port: sourceHandle, target })
            }
            onConnectEnd={onConnectEnd}
            onNodeDoubleClick={(_event, { id }) => onOpen(id)}
            onKeyDown={(event) => {
              const card = (event.target as HTMLElement).closest<HTMLElement>('.react-flow__node');
              if (event.key === 'Enter' && card?.dataset['id'] && event.target === card) onOpen(card.dataset['id']);
            }}
            onMoveStart={() => setMoving(true)}
            onMoveEnd={() => setMoving(false)}
            nodesDraggable={editing !== undefined}
            nodesConnectable={editing !== undefined}
            onlyRenderVisibleElements
            // Delete is handled with the other keys of the editor, so that one key press is one step to undo.
            deleteKeyCode={null}
            zoomOnDoubleClick={false}
            minZoom={MIN_ZOOM}
            maxZoom={MAX_ZOOM}
            defaultViewport={opening}
            ariaLabelConfig={labels}
            aria-label={t('canvas')}
            attributionPosition="bottom-center"
          >
            <Dots />
            {isSimple && <FarEdges nodes={nodes} edges={drawnEdges} />}
            <FlowMap nodes={nodes} />
            {children}
          </ReactFlow>
        </FarViewContext>
      )}
    </div>
  );
}
