/** The drawing of a flow. It shows what it is given; every change goes to the caller as an event. */
import {
  Background,
  type Edge as DrawnEdge,
  type EdgeChange,
  MiniMap,
  type NodeChange,
  Position,
  ReactFlow,
  type OnConnectEnd,
  useReactFlow,
  useStore,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import type { Edge } from '@balcao/domain/flow/document';
import { useMemo, useState, type ReactNode } from 'react';
import { useTexts } from '../../../lib/use-texts.ts';
import { cx } from '../../../ui/index.ts';
import { CARD_WIDTH, HEADER_HEIGHT } from '../editor/card-geometry.ts';
import type { CardView } from '../editor/card-view.ts';
import type { PortRef, Position as Place } from '../editor/document-edits.ts';
import css from './canvas.module.css';
import { canvasTexts } from './canvas.texts.ts';
import { FlowCard, type CardNode } from './flow-card.tsx';
import { noMarks, type CanvasMarks } from './marks.ts';

const nodeTypes = { card: FlowCard };
const HANDLE_SIZE = 13;
/** Below this zoom a card shows its icon and its title only. */
const FAR_ZOOM = 0.5;
const MIN_ZOOM = 0.1;
const MAX_ZOOM = 2;
const FIT = { padding: 0.15, maxZoom: 1 };

export interface CanvasSelection {
  nodes: ReadonlySet<string>;
  edges: ReadonlySet<string>;
}
export const nothingSelected: CanvasSelection = { nodes: new Set(), edges: new Set() };

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
  const nodes = useDrawnNodes({ views, selection, problems, marks, dragged });
  const drawnEdges = useDrawnEdges({ views, edges, selection, marks });

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
    <div className={cx(css.canvas, isFar && css.far)}>
      <ReactFlow<CardNode>
        nodes={nodes}
        edges={drawnEdges}
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
        nodesDraggable={editing !== undefined}
        nodesConnectable={editing !== undefined}
        onlyRenderVisibleElements
        // Delete is handled with the other keys of the editor, so that one key press is one step to undo.
        deleteKeyCode={null}
        zoomOnDoubleClick={false}
        minZoom={MIN_ZOOM}
        maxZoom={MAX_ZOOM}
        fitView
        fitViewOptions={FIT}
        ariaLabelConfig={labels}
        aria-label={t('canvas')}
        attributionPosition="bottom-center"
      >
        <Background gap={22} size={1.4} color="var(--border-2)" bgColor="var(--bg)" />
        <MiniMap pannable zoomable className={css.minimap} nodeBorderRadius={8} bgColor="var(--surface)" />
        {children}
      </ReactFlow>
    </div>
  );
}

/** Unchanged nodes stay the same objects, so that the canvas draws only what changed. */
function useDrawnNodes({
  views,
  selection,
  problems,
  marks,
  dragged,
}: {
  views: readonly CardView[];
  selection: CanvasSelection;
  problems: ReadonlyMap<string, 'error' | 'warning'>;
  marks: CanvasMarks;
  dragged: ReadonlyMap<string, Place>;
}): CardNode[] {
  const [draw] = useState(createNodeCache);
  return useMemo(
    () =>
      views.map((view) => {
        const { id, position } = view.node;
        return draw({
          view,
          mark: marks.nodes.get(id),
          problem: problems.get(id),
          selected: selection.nodes.has(id),
          position: dragged.get(id) ?? position,
        });
      }),
    [draw, views, selection.nodes, problems, marks, dragged],
  );
}

function createNodeCache() {
  const known = new WeakMap<CardView, CardNode>();
  return (now: Drawing): CardNode => {
    const before = known.get(now.view);
    if (before && isSame(before, now)) return before;
    const node = drawnNode(now);
    known.set(now.view, node);
    return node;
  };
}

type Drawing = CardNode['data'] & { selected: boolean; position: Place };
const isSame = (node: CardNode, now: Drawing): boolean =>
  node.data.mark === now.mark &&
  node.data.problem === now.problem &&
  node.selected === now.selected &&
  node.position.x === now.position.x &&
  node.position.y === now.position.y;

function drawnNode({ view, mark, problem, selected, position }: Drawing): CardNode {
  const { node, title, height, portY } = view;
  const handle = { width: HANDLE_SIZE, height: HANDLE_SIZE };
  const half = HANDLE_SIZE / 2;
  return {
    id: node.id,
    type: 'card',
    position,
    data: { view, mark, problem },
    selected,
    width: CARD_WIDTH,
    height,
    // Only visible cards are measured; without these sizes the first view would fit to them alone.
    measured: { width: CARD_WIDTH, height },
    ariaLabel: title,
    // Given, so that edges and visibility need no measuring.
    handles: [
      ...(node.type === 'start'
        ? []
        : [
            {
              ...handle,
              type: 'target' as const,
              position: Position.Left,
              x: -half,
              y: HEADER_HEIGHT / 2 - half,
            },
          ]),
      ...[...portY].map(([id, y]) => ({
        ...handle,
        id,
        type: 'source' as const,
        position: Position.Right,
        x: CARD_WIDTH - half,
        y: y - half,
      })),
    ],
  };
}

function useDrawnEdges({
  views,
  edges,
  selection,
  marks,
}: Pick<FlowCanvasProps, 'views' | 'edges' | 'selection'> & { marks: CanvasMarks }): DrawnEdge[] {
  const t = useTexts(canvasTexts);
  return useMemo(() => {
    const titles = new Map(views.map(({ node, title }) => [node.id, title]));
    return edges.map(({ id, source, port, target }) => {
      const tone = marks.edgeTones?.get(id);
      return {
        id,
        source,
        sourceHandle: port,
        target,
        selected: selection.edges.has(id),
        className: cx(css.edge, marks.edges.has(id) && css.onPath, tone && css[tone]),
        ariaLabel: t('edgeNamed', { source: titles.get(source) ?? '', target: titles.get(target) ?? '' }),
      };
    });
  }, [views, edges, selection.edges, marks, t]);
}
