/** The menu of a queue: options that lead on, nested as deep as five. Dragged, or moved with buttons. */
import { useState } from 'react';
import { useFileListChoices } from '../../entities/queues/file-lists.api.ts';
import { useQueues } from '../../entities/queues/queues.api.ts';
import { useColleagues } from '../../entities/users/users.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, ConfirmDialog, Icon } from '../../ui/index.ts';
import { MenuPreview } from './menu-preview.tsx';
import { Editing, type OptionEditing } from './option-editing.ts';
import { OptionTree } from './option-list.tsx';
import { countOf, mayAdd, newBranch, without, withChild, withNext, type Branch } from './option-tree.ts';
import css from './options.module.css';
import { optionTexts } from './options.texts.ts';
import type { QueueForm } from './queue-form.ts';

export function QueueOptions({ form }: { form: QueueForm }) {
  const t = useTexts(optionTexts);
  const tree = form.watch('chatbots');
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [fresh, setFresh] = useState<string | null>(null);
  const [removing, setRemoving] = useState<Branch | null>(null);
  const choices = useChoices();
  const checked = form.error('chatbots') !== undefined;

  const change = (next: Branch[]) => form.set('chatbots')(next);
  const add: OptionEditing['add'] = (place) => {
    const added = newBranch();
    if (place === 'end') change([...tree, added]);
    else if ('after' in place) change(withNext(tree, place.after, added));
    else change(withChild(tree, place.inside, added));
    setOpen((keys) => new Set(keys).add(added.key));
    setFresh(added.key);
  };
  const editing: OptionEditing = {
    tree,
    change,
    isOpen: (key) => open.has(key),
    toggle: (key) =>
      setOpen((keys) => (keys.has(key) ? new Set([...keys].filter((one) => one !== key)) : new Set(keys).add(key))),
    add,
    remove: (branch) => (branch.options.length > 0 ? setRemoving(branch) : change(without(tree, branch.key))),
    fresh,
    checked,
    ...choices,
  };

  return (
    <Editing value={editing}>
      <p className="muted">{t('text')}</p>
      {checked && (
        <p className={css.fault} role="alert">
          <Icon name="alert" size={14} />
          {t('fault')}
        </p>
      )}
      {tree.length > 0 && <OptionTree />}
      <div>
        <Button size="sm" icon="plus" disabled={!mayAdd(tree)} onClick={() => add('end')}>
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
    </Editing>
  );
}

type Say = ReturnType<typeof useTexts<keyof typeof optionTexts>>;
const countedOf = (t: Say, count: number): string => t(count === 1 ? 'oneOption' : 'manyOptions', { count });

function useChoices(): Pick<OptionEditing, 'queues' | 'colleagues' | 'fileLists'> {
  const { data: queues = [] } = useQueues();
  const { data: colleagues = [] } = useColleagues();
  const { offered, lists } = useFileListChoices();
  return {
    queues: queues.map(({ id, name, color }) => ({ value: id, label: name, color })),
    colleagues: colleagues.map(({ id, name, queues: own }) => ({ id, name, queueIds: own.map((queue) => queue.id) })),
    fileLists: offered ? lists : null,
  };
}
