/** The panel of one node: a form whose changes reach the flow when it is saved, as one step. */
import { MAX_NAME_LENGTH } from '@balcao/domain/flow/bounds';
import type { FlowNode } from '@balcao/domain/flow/document';
import {
  Suspense,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
  type Ref,
} from 'react';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, ConfirmDialog, IconButton, TextField } from '../../../ui/index.ts';
import { NodeTile } from '../../../entities/flows/node-tile.tsx';
import type { FormProps } from './form.ts';
import { forms } from './forms.ts';
import type { PanelHandle } from './panel-handle.ts';
import css from './panels.module.css';
import { panelTexts } from './panel.texts.ts';
import { ActiveFieldContext, createActiveField, VariableList } from './text-field.tsx';
import { usePanel, type PanelOptions } from './use-panel.ts';

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

export interface NodePanelProps extends PanelOptions {
  /** For the editor: what is typed, and how to save or leave it. */
  handle: Ref<PanelHandle>;
  flowVariables: readonly string[];
  /** The node's exits with what they lead to. */
  exits?: ReactNode;
  onRemove: (() => void) | undefined;
}

export function NodePanel(props: NodePanelProps) {
  const { node, mode, references, flowVariables, exits, onRemove } = props;
  const t = useTexts(panelTexts);
  const [active] = useState(createActiveField);
  const panel = usePanel(props);
  const { draft, errors } = panel;
  const Form = forms[node.type] as ComponentType<FormProps<FlowNode['type']>>;
  const form = useRef<HTMLFormElement>(null);
  useImperativeHandle(props.handle, () => ({
    nodeId: node.id,
    isDirty: panel.isDirty,
    leave: panel.leave,
    save: async () => {
      const isSaved = await panel.save();
      if (!isSaved)
        requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return isSaved;
    },
  }));

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
          onSubmit={(event) => {
            event.preventDefault();
            void panel.save();
          }}
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
      {panel.guard.isAsking && (
        <ConfirmDialog
          danger
          title={t('discardTitle')}
          text={t('discardText')}
          verb={t('discard')}
          safe={t('keepEditing')}
          onConfirm={panel.guard.leave}
          onClose={panel.guard.stay}
        />
      )}
    </ActiveFieldContext>
  );
}
