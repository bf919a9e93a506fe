/** The help videos in the settings of the platform's owner. */
import { HelpDraft } from '@balcao/contract/endpoints/helps';
import { useState } from 'react';
import { useHelps, useRemoveHelp, useSaveHelp, type Help } from '../../entities/helps/helps.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { useDraftForm } from '../../lib/draft-form.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import {
  Button,
  ConfirmDialog,
  FormDialog,
  InfiniteTable,
  TextArea,
  TextField,
  useToast,
  type Column,
  EditAndRemove,
} from '../../ui/index.ts';
import css from './helps.module.css';
import { helpTexts } from './helps.texts.ts';

export function HelpsTab() {
  const t = useTexts(helpTexts);
  const toast = useToast();
  const language = useLanguage();
  const helps = useHelps();
  const remove = useRemoveHelp();
  const [editing, setEditing] = useState<Help | 'new' | null>(null);
  const [removing, setRemoving] = useState<Help | null>(null);
  const add = (
    <Button icon="plus" onClick={() => setEditing('new')}>
      {t('add')}
    </Button>
  );
  const columns: Column<Help>[] = [
    { key: 'title', head: t('name'), primary: true, cell: ({ title }) => title },
    { key: 'description', head: t('description'), spare: true, cell: ({ description }) => description },
    { key: 'video', head: t('video'), width: '140px', cell: ({ video }) => <code>{video}</code> },
    {
      key: 'actions',
      head: '',
      width: '96px',
      cell: (help) => (
        <EditAndRemove
          edit={{ label: t('editNamed', { title: help.title }), onClick: () => setEditing(help) }}
          remove={{ label: t('removeNamed', { title: help.title }), onClick: () => setRemoving(help) }}
        />
      ),
    },
  ];
  return (
    <div className={css.tab}>
      <div className={css.tabHead}>{add}</div>
      <InfiniteTable
        label={t('title')}
        rows={helps.data ?? []}
        rowKey={({ id }) => id}
        columns={columns}
        hasMore={false}
        onMore={() => {}}
        loading={helps.isPending}
        error={helps.error && errorText(helps.error, language)}
        onRetry={() => void helps.refetch()}
        empty={{ icon: 'video', title: t('emptyTitle'), text: t('emptyText'), action: add }}
      />
      {editing !== null && (
        <HelpDialog help={editing === 'new' ? undefined : editing} onClose={() => setEditing(null)} />
      )}
      {removing && (
        <ConfirmDialog
          danger
          title={t('removeTitle', { title: removing.title })}
          text={t('removeText')}
          verb={t('remove')}
          busy={remove.isPending}
          onConfirm={() =>
            remove.mutate(
              removing.id,
              toast.outcome(t('removed'), () => setRemoving(null)),
            )
          }
          onClose={() => setRemoving(null)}
        />
      )}
    </div>
  );
}

const ADDRESS =
  /^https:\/\/(?:www\.|m\.)?(?:youtube\.com\/(?:watch\?(?:.*&)?v=|embed\/|shorts\/)|youtu\.be\/)([\w-]{11})(?:[?&#].*)?$/;
/** The id in a pasted address; other text stays as it is and is refused by the form. */
export const videoIdIn = (typed: string): string => ADDRESS.exec(typed.trim())?.[1] ?? typed.trim();

function HelpDialog({ help, onClose }: { help: Help | undefined; onClose: () => void }) {
  const t = useTexts(helpTexts);
  const toast = useToast();
  const save = useSaveHelp();
  const form = useDraftForm({
    schema: HelpDraft,
    values: { title: help?.title ?? '', description: help?.description ?? '', video: help?.video ?? '' },
    save: (draft) => save.mutateAsync({ id: help?.id, ...draft }),
    onSaved: () => {
      toast.done(t('saved'));
      onClose();
    },
    onError: () => toast.failed(new Error(t('failed'))),
    ruleText: (field, rule) => (field === 'video' && rule !== 'required' ? t('videoInvalid') : undefined),
  });
  const video = form.text('video');
  return (
    <FormDialog title={t(help ? 'editTitle' : 'add')} form={form} verb={t('save')} onClose={onClose}>
      <TextField label={t('name')} required maxLength={100} data-autofocus {...form.text('title')} />
      <TextArea label={t('description')} required rows={3} maxLength={500} {...form.text('description')} />
      <TextField
        label={t('video')}
        required
        hint={t('videoHint')}
        spellCheck={false}
        {...video}
        onBlur={(event) => {
          form.set('video')(videoIdIn(event.target.value));
          void video.onBlur(event);
        }}
      />
    </FormDialog>
  );
}
