/** The panel of one node: a form whose changes reach the flow when it is saved, as one step. */
import type { FlowReferences } from '@balcao/contract/endpoints/flows';
import { MAX_NAME_LENGTH } from '@balcao/domain/flow/bounds';
import type { FlowNode, FlowSettings } from '@balcao/domain/flow/document';
import { Suspense, useEffect, useRef, useState, type ComponentType, type FormEvent, type ReactNode } from 'react';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, ConfirmDialog, IconButton, TextField, useToast } from '../../../ui/index.ts';
import { NodeTile } from '../../../entities/flows/node-tile.tsx';
import { knownReferences } from '../editor/check-facts.ts';
import { nodeTexts } from '../../../entities/flows/nodes.texts.ts';
import type { FormProps, PendingFiles } from './form.ts';
import { forms } from './forms.ts';
import { panelErrors } from './panel-errors.ts';
import css from './panels.module.css';
import { panelTexts } from './panel.texts.ts';
import { ActiveFieldContext, createActiveField, VariableList } from './text-field.tsx';
import { storeKeys } from './store-keys.ts';
import { uploadFiles, withFiles } from './upload-files.ts';

const TOAST_MS = 3000;
/** Types without texts that can contain variables. */
const NO_VARIABLES: readonly FlowNode['type'][] = [
  'start',
  'interval',
  'randomizer',
  'ticket',
  'queue',
  'agent',
  'tag',
  'lane',
  'hours',
  'files',
  'flow',
  'close',
  'webhook',
];
/** A wait has texts only in its template, a bot or model only without an integration or prompt. */
function takesVariables(node: FlowNode): boolean {
  if (node.type === 'wait') return node.data.template !== null;
  if (node.type === 'typebot') return node.data.integrationId === null;
  if (node.type === 'openai') return node.data.promptId === null;
  return !NO_VARIABLES.includes(node.type);
}
/** Names of products keep their letters. */
const properNames: readonly FlowNode['type'][] = ['typebot', 'openai', 'http', 'webhook'];

export interface NodePanelProps {
  flowId: number;
  node: FlowNode;
  mode: 'create' | 'edit';
  settings: FlowSettings;
  references: FlowReferences | undefined;
  flowVariables: readonly string[];
  /** The node's exits with what they lead to. */
  exits?: ReactNode;
  onSave: (node: FlowNode, settings: FlowSettings, uploaded: readonly string[]) => void;
  onRemove: (() => void) | undefined;
  onClose: () => void;
}

export function NodePanel(props: NodePanelProps) {
  const { node, mode, references, flowVariables, exits, onRemove } = props;
  const t = useTexts(panelTexts);
  const [active] = useState(createActiveField);
  const panel = usePanel(props);
  const { draft, errors } = panel;
  const Form = forms[node.type] as ComponentType<FormProps<FlowNode['type']>>;
  const form = useRef<HTMLFormElement>(null);

  // The panel is beside the canvas and not a dialog: it takes the focus itself.
  useEffect(() => {
    const first = form.current?.querySelector<HTMLElement>(
      '[data-autofocus], textarea, input:not([tabindex="-1"]), h2',
    );
    first?.focus({ preventScroll: true });
  }, []);

  return (
    <ActiveFieldContext value={active}>
      <aside className={css.panel} aria-labelledby="node-panel-title">
        <form
          ref={form}
          className={css.inside}
          noValidate
          onSubmit={(event) => void panel.save(event)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || event.defaultPrevented) return;
            event.stopPropagation();
            panel.close();
          }}
        >
          <div className={css.head}>
            <NodeTile type={node.type} size={28} />
            <h2 id="node-panel-title" tabIndex={-1}>
              {panel.title}
            </h2>
            <IconButton icon="x" label={t('close')} onClick={panel.close} />
          </div>
          <div className={css.body} aria-busy={panel.isBusy}>
            <Suspense fallback={<p role="status">{t('loadingForm')}</p>}>
              <Form
                data={draft.node.data}
                set={(change) => panel.set({ ...draft.node, data: { ...draft.node.data, ...change } } as FlowNode)}
                errors={errors}
                references={references}
                flowVariables={flowVariables}
                settings={draft.settings}
                setSettings={(change) => panel.setSettings({ ...draft.settings, ...change })}
                pending={panel.pending}
                choose={panel.choose}
                keys={panel.keys}
              />
            </Suspense>
            {takesVariables(draft.node) && (
              <VariableList names={[...new Set([...(references?.variables ?? []), ...flowVariables])]} />
            )}
            {node.type !== 'start' && (
              <TextField
                label={t('title')}
                maxLength={MAX_NAME_LENGTH}
                value={draft.node.name ?? ''}
                onChange={(event) => panel.set({ ...draft.node, name: event.target.value || undefined })}
              />
            )}
            {exits}
          </div>
          <div className={css.foot}>
            {panel.isBusy ? (
              <span role="status" className={css.busy}>
                {t('uploading')}
              </span>
            ) : (
              onRemove && (
                <Button kind="danger-ghost" icon="trash" onClick={onRemove}>
                  {t('removeNode')}
                </Button>
              )
            )}
            <span className={css.grow} />
            <Button onClick={panel.close}>{t('cancel')}</Button>
            <Button kind="primary" type="submit" busy={panel.isBusy}>
              {t(mode === 'create' ? 'add' : 'save')}
            </Button>
          </div>
        </form>
      </aside>
      {panel.isConfirming && (
        <ConfirmDialog
          danger
          title={t('discardTitle')}
          text={t('discardText')}
          verb={t('discard')}
          safe={t('keepEditing')}
          onConfirm={props.onClose}
          onClose={panel.keepEditing}
        />
      )}
    </ActiveFieldContext>
  );
}

function usePanel({ flowId, node, mode, settings, references, onSave, onClose }: NodePanelProps) {
  const t = useTexts(panelTexts);
  const titles = useTexts(nodeTexts);
  const toast = useToast();
  const [draft, setDraft] = useState({ node, settings });
  const [pending, setPending] = useState<PendingFiles>(new Map());
  const [typedKeys, setTypedKeys] = useState<ReadonlyMap<string, string>>(new Map());
  const [isTried, setIsTried] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);
  const isDirty = draft.node !== node || draft.settings !== settings || pending.size > 0;
  const found = references ? panelErrors(draft.node, knownReferences(references), pending) : new Map();

  const save = async (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (found.size > 0 || isBusy) return;
    setIsBusy(pending.size > 0 || typedKeys.size > 0);
    try {
      const withKeys = typedKeys.size > 0 ? await storeKeys(flowId, draft.node, typedKeys) : draft.node;
      const stored = await uploadFiles(pending, () => toast.warn(t('compressFailed')));
      onSave(
        withFiles(withKeys, stored),
        draft.settings,
        [...stored.values()].map(({ name }) => name),
      );
      if (node.type === 'singleBlock' && mode === 'create') toast.done(t('contentAdded'), undefined, TOAST_MS);
    } catch (error) {
      toast.failed(error);
      setIsBusy(false);
    }
  };
  const isContent = node.type === 'singleBlock';
  const type = titles(node.type);
  const name = properNames.includes(node.type) ? type : type.charAt(0).toLocaleLowerCase() + type.slice(1);
  return {
    draft,
    set: (changed: FlowNode) => setDraft((now) => ({ ...now, node: changed })),
    setSettings: (changed: FlowSettings) => setDraft((now) => ({ ...now, settings: changed })),
    pending,
    choose: (field: string, file: File | null) =>
      setPending((now) => {
        const next = new Map(now);
        if (file) next.set(field, file);
        else next.delete(field);
        return next;
      }),
    keys: {
      typed: typedKeys,
      type: (ref: string, key: string) => setTypedKeys((now) => new Map(now).set(ref, key)),
    },
    /** Shown after the first attempt to save. */
    errors: new Map(isTried ? [...found].map(([field, error]) => [field, t(error)] as const) : []),
    save,
    isBusy,
    isConfirming,
    keepEditing: () => setIsConfirming(false),
    close: () => (isDirty ? setIsConfirming(true) : onClose()),
    title: isContent
      ? t(mode === 'create' ? 'addContent' : 'editContent')
      : t(mode === 'create' ? 'addNamed' : 'editNamed', { node: name }),
  };
}
