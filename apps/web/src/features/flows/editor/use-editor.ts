/** The state of the editor: the document, what is selected, which panel is open, and every act of the user on them. */
import type { FlowDraft } from '@balcao/contract/endpoints/flows';
import { check } from '@balcao/domain/flow/check';
import type { FlowNode, FlowSettings, NodeType } from '@balcao/domain/flow/document';
import { newNode } from '@balcao/domain/flow/new-node';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useFlowReferences } from '../../../entities/flows/flows.api.ts';
import { nothingSelected, type CanvasSelection } from '../canvas/flow-canvas.tsx';
import type { CardActions } from '../canvas/flow-card.tsx';
import { useCardLabels } from './card-labels.ts';
import { cardView, type CardView } from './card-view.ts';
import { checkFacts, knownReferences, variablesSetBy } from './check-facts.ts';
import {
  addNode,
  duplicateNode,
  newNodeId,
  nodeById,
  nextPosition,
  removeItems,
  replaceNode,
  startOf,
  type PortRef,
  type Position,
} from './document-edits.ts';
import { useFlowDocument } from './use-flow-document.ts';
import { useShowNode } from './use-show-node.ts';

export type OpenPanel = { mode: 'edit'; id: string } | { mode: 'create'; node: FlowNode; from: PortRef | undefined };
export type Editor = ReturnType<typeof useEditor>;
const only = (id: string): CanvasSelection => ({ nodes: new Set([id]), edges: new Set() });

/** `reload` loads the stored draft and starts the editor again. */
export function useEditor(draft: FlowDraft, reload: () => void) {
  const file = useFlowDocument(draft);
  const { doc, edit } = file;
  const references = useFlowReferences(draft.flow.id).data;
  const [flow, setFlow] = useState(draft.flow);
  const [selection, setSelection] = useState(nothingSelected);
  const [panel, setPanel] = useState<OpenPanel | null>(null);
  const [palette, setPalette] = useState<{ from?: PortRef; at?: Position } | null>(null);
  const [uploaded, setUploaded] = useState<readonly string[]>([]);
  const views = useViews(doc.nodes, useCardLabels(references));
  const problems = useProblems({ doc, references, uploaded });
  const showNode = useShowNode();

  /** Opens the panel of a new node; the node is added when the panel is saved. */
  const create = (type: NodeType, { from, at }: { from?: PortRef | undefined; at?: Position | undefined } = {}) => {
    setPalette(null);
    const start = startOf(doc);
    if (type === 'start' && start) {
      setSelection(only(start.id));
      return setPanel({ mode: 'edit', id: start.id });
    }
    setPanel({ mode: 'create', node: newNode(type, newNodeId(), at ?? nextPosition(doc)), from });
  };
  const save = (node: FlowNode, settings: FlowSettings, files: readonly string[]) => {
    const from = panel?.mode === 'create' ? panel.from : undefined;
    setUploaded((now) => [...now, ...files]);
    edit((now) => {
      const next = nodeById(now, node.id) ? replaceNode(now, node) : addNode(now, node, from);
      return { ...next, settings };
    });
    setSelection(only(node.id));
    setPanel(null);
    if (panel?.mode === 'create') showNode(node.position);
  };
  const remove = useCallback(
    (nodeIds: Iterable<string>, edgeIds: Iterable<string> = []) => {
      const gone = new Set(nodeIds);
      edit((now) => removeItems(now, gone, edgeIds));
      setSelection(nothingSelected);
      setPanel((now) => (now?.mode === 'edit' && gone.has(now.id) ? null : now));
    },
    [edit],
  );
  const duplicate = useCallback(
    (id: string) => {
      const copyId = newNodeId();
      edit((now) => duplicateNode(now, id, copyId));
      setSelection(only(copyId));
    },
    [edit],
  );
  const cardActions = useMemo<CardActions>(() => ({ duplicate, remove: (id) => remove([id]) }), [duplicate, remove]);

  return {
    flow,
    setFlow,
    published: draft.published,
    reload,
    file,
    references,
    views,
    viewById: useMemo(() => new Map(views.map((view) => [view.node.id, view])), [views]),
    problems,
    selection,
    select: setSelection,
    panel,
    open: useCallback((id: string) => setPanel({ mode: 'edit', id }), []),
    closePanel: () => setPanel(null),
    save,
    create,
    remove,
    duplicate,
    cardActions,
    palette,
    openPalette: setPalette,
    closePalette: () => setPalette(null),
    flowVariables: useMemo(() => variablesSetBy(doc), [doc]),
    known: useMemo(() => (references ? knownReferences(references, uploaded) : undefined), [references, uploaded]),
  };
}

/** Cards of unchanged nodes stay the same objects. */
function useViews(nodes: readonly FlowNode[], words: ReturnType<typeof useCardLabels>): readonly CardView[] {
  const known = useMemo(() => ({ words, views: new WeakMap<FlowNode, CardView>() }), [words]);
  return useMemo(
    () =>
      nodes.map((node) => {
        const view = known.views.get(node) ?? cardView(node, known.words);
        known.views.set(node, view);
        return view;
      }),
    [nodes, known],
  );
}

type Checked = Pick<ReturnType<typeof useFlowDocument>, 'doc'> & {
  references: Parameters<typeof checkFacts>[0] | undefined;
  uploaded: readonly string[];
};
/** Checked a moment later than drawn: typing and dragging come first. */
function useProblems({ doc, references, uploaded }: Checked) {
  const checked = useDeferredValue(doc);
  return useMemo(() => {
    const list = references ? check(checked, checkFacts(references, uploaded)) : [];
    const byNode = new Map<string, 'error' | 'warning'>();
    for (const { nodeId, severity } of list)
      if (nodeId !== null && byNode.get(nodeId) !== 'error') byNode.set(nodeId, severity);
    return { list, byNode, errors: list.filter(({ severity }) => severity === 'error').length };
  }, [checked, references, uploaded]);
}
