/** The menu options of a queue, nested up to five levels. Moved by drag and drop or with buttons. */
import { useState } from 'react';
import { useFlowPicks } from '../../entities/flows/flow-picks.api.ts';
import { useIntegrationPicks } from '../../entities/integrations/integrations.api.ts';
import { useFileListChoices } from '../../entities/queues/file-lists.api.ts';
import { useQueues } from '../../entities/queues/queues.api.ts';
import { useColleagues } from '../../entities/users/users.api.ts';
import { useCan } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, ConfirmDialog, Icon } from '../../ui/index.ts';
import { MenuPreview } from './menu-preview.tsx';
import { OptionEditorContext, type OptionEditor } from './option-editor.ts';
import { OptionTree } from './option-list.tsx';
import { countOf, canAdd, newBranch, without, withChild, withNext, type Branch } from './option-tree.ts';
import css from './options.module.css';
import { optionTexts } from './options.texts.ts';
import type { QueueForm } from './queue-form.ts';

export function QueueOptions({ form, queueId }: { form: QueueForm; queueId: number | undefined }) {
  const t = useTexts(optionTexts);
  const tree = form.watch('chatbots');
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [focusKey, setFocusKey] = useState<string | null>(null);
  const [removing, setRemoving] = useState<Branch | null>(null);
  const choices = useChoices();
  const checked = form.error('chatbots') !== undefined;

  const change = (next: Branch[]) => form.set('chatbots')(next);
  const add: OptionEditor['add'] = (position) => {
    const added = newBranch();
    if (position === 'end') change([...tree, added]);
    else if ('after' in position) change(withNext(tree, position.after, added));
    else change(withChild(tree, position.inside, added));
    setOpen((keys) => new Set(keys).add(added.key));
    setFocusKey(added.key);
  };
  const editing: OptionEditor = {
    tree,
    change,
    isOpen: (key) => open.has(key),
    toggle: (key) =>
      setOpen((keys) => (keys.has(key) ? new Set([...keys].filter((other) => other !== key)) : new Set(keys).add(key))),
    add,
    remove: (branch) => (branch.options.length > 0 ? setRemoving(branch) : change(without(tree, branch.key))),
    focusKey,
    checked,
    queueId,
    ...choices,
  };

  return (
    <OptionEditorContext value={editing}>
      <p className="muted">{t('text')}</p>
      {checked && (
        <p className={css.fault} role="alert">
          <Icon name="alert" size={14} />
          {t('fault')}
        </p>
      )}
      {tree.length > 0 && <OptionTree />}
      <div>
        <Button size="sm" icon="plus" disabled={!canAdd(tree)} onClick={() => add('end')}>
          {t('add')}
        </Button>
      </div>
      <MenuPreview greeting={form.watch('greetingMessage') ?? ''} tree={tree} />
      {removing && (
        <ConfirmDialog
          danger
          title={t('removeTitle', { name: removing.name })}
          text={t('removeText', { count: countedOf(t, countOf(removing.options)) })}
          verb={t('remove')}
          onConfirm={() => {
            change(without(tree, removing.key));
            setRemoving(null);
          }}
          onClose={() => setRemoving(null)}
        />
      )}
    </OptionEditorContext>
  );
}

type Translate = ReturnType<typeof useTexts<keyof typeof optionTexts>>;
const countedOf = (t: Translate, count: number): string => t(count === 1 ? 'oneOption' : 'manyOptions', { count });

function useChoices(): Pick<OptionEditor, 'queues' | 'colleagues' | 'fileLists' | 'flows' | 'integrations'> {
  const { data: queues = [] } = useQueues();
  const { data: colleagues = [] } = useColleagues();
  const { isAvailable, lists } = useFileListChoices();
  const hasFlows = useCan('flow.manage');
  const { data: flows = [] } = useFlowPicks({ enabled: hasFlows });
  const { data: integrations = [] } = useIntegrationPicks({ enabled: useCan('integration.manage') });
  return {
    queues: queues.map(({ id, name, color }) => ({ value: id, label: name, color })),
    colleagues: colleagues.map(({ id, name, queues: own }) => ({ id, name, queueIds: own.map((queue) => queue.id) })),
    fileLists: isAvailable ? lists : null,
    flows: hasFlows ? flows.map(({ id, name }) => ({ value: id, label: name })) : null,
    integrations: integrations.map(({ id, name }) => ({ value: id, label: name })),
  };
}
