/** The state of the editor: the document, what is selected, which panel is open, and every act of the user on them. */
import type { FlowDraft } from '@balcao/contract/endpoints/flows';
import { check } from '@balcao/domain/flow/check';
import type { FlowNode, FlowSettings, NodeType } from '@balcao/domain/flow/document';
import { newNode } from '@balcao/domain/flow/new-node';
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useFlowReferences } from '../../../entities/flows/flows.api.ts';
import { nothingSelected, type CanvasSelection } from '../canvas/selection.ts';
import type { CardActions } from '../canvas/flow-card.tsx';
import type { PanelHandle } from '../panels/panel-handle.ts';
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
  const panelHandle = useRef<PanelHandle>(null);
  const file = useFlowDocument(draft, () => panelHandle.current?.isDirty === true);
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

  /** Runs `act` at once, or after the user agreed to discard what is typed in the open panel. */
  const leavePanel = useCallback((act: () => void) => {
    const handle = panelHandle.current;
    if (handle) handle.leave(act);
    else act();
  }, []);
  const open = useCallback(
    (id: string) => {
      if (panelHandle.current?.nodeId !== id) leavePanel(() => setPanel({ mode: 'edit', id }));
    },
    [leavePanel],
  );
  /** Opens the panel of a new node; the node is added when the panel is saved. */
  const create = (type: NodeType, { from, at }: { from?: PortRef | undefined; at?: Position | undefined } = {}) => {
    setPalette(null);
    const start = startOf(doc);
    if (type === 'start' && start) {
      setSelection(only(start.id));
      return open(start.id);
    }
    const node = newNode(type, newNodeId(), at ?? nextPosition(doc));
    leavePanel(() => setPanel({ mode: 'create', node, from }));
  };
  const save = (node: FlowNode, settings: FlowSettings, files: readonly string[]) => {
    const from = panel?.mode === 'create' ? panel.from : undefined;
    setUploaded((now) => [...now, ...files]);
    edit((now) => {
      const present = nodeById(now, node.id);
      // The card may have been moved while its panel was open.
      const next = present ? replaceNode(now, { ...node, position: present.position }) : addNode(now, node, from);
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
    panelHandle,
    leavePanel,
    /** False when the open panel has errors or could not be saved. */
    savePanel: async () => !panelHandle.current?.isDirty || (await panelHandle.current.save()),
    open,
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
    return { checked, list, byNode, errors: list.filter(({ severity }) => severity === 'error').length };
  }, [checked, references, uploaded]);
}
