import { InvitationDraft } from '@balcao/contract/endpoints/invitations';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useReloadFirstSteps } from '../../entities/first-steps/first-steps.api.ts';
import { useInvite } from '../../entities/invitations/invitations.api.ts';
import { useOnlyQueueIds, useQueues } from '../../entities/queues/queues.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, IconButton, MultiSelectField, SelectField, TextField, useToast } from '../../ui/index.ts';
import css from './first-steps.module.css';
import { firstStepTexts } from './first-steps.texts.ts';

/** More people are invited on the users screen. */
const MAX_ROWS = 5;

interface Row {
  key: number;
  email: string;
  profile: 'user' | 'admin';
  queueIds: number[];
  error?: string;
}

/** Invites several people at once; a new row appears below the last one that is filled in. `children`: other ways on. */
export function InviteTeam({ children }: { children: ReactNode }) {
  const t = useTexts(firstStepTexts);
  const language = useLanguage();
  const toast = useToast();
  const onlyQueueIds = useOnlyQueueIds();
  const { mutateAsync: invite } = useInvite();
  const reload = useReloadFirstSteps();
  const [rows, setRows] = useState<Row[]>([{ key: 0, email: '', profile: 'user', queueIds: [] }]);
  const [links, setLinks] = useState<{ email: string; link: string }[]>([]);
  const [isBusy, setBusy] = useState(false);
  const filled = rows.filter(({ email }) => email.trim() !== '');

  const change = (key: number, own: Partial<Row>) => setRows((all) => withSpareRow(update(all, key, own)));
  const remove = (key: number) => setRows((all) => withSpareRow(all.filter((row) => row.key !== key)));

  async function send(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    let sent = 0;
    for (const { key, email, profile, queueIds } of filled) {
      const draft = InvitationDraft.safeParse({
        email: email.trim(),
        profile,
        queueIds: queueIds.length > 0 ? queueIds : onlyQueueIds,
      });
      if (!draft.success) {
        change(key, { error: t('emailWrong') });
        continue;
      }
      try {
        const { link } = await invite(draft.data);
        if (link !== null) setLinks((all) => [...all, { email: draft.data.email, link }]);
        remove(key);
        sent += 1;
      } catch (error) {
        change(key, { error: errorText(error, language) });
      }
    }
    setBusy(false);
    if (sent === 0) return;
    toast.done(t(sent === 1 ? 'invitedOne' : 'invitedMany', { n: sent }));
    // Finished steps are closed, and with them the reasons of what was refused.
    if (sent === filled.length) await reload();
  }

  return (
    <form className={css.invite} noValidate onSubmit={(event) => void send(event)}>
      {rows.map((row) => (
        <InviteRow
          key={row.key}
          row={row}
          onChange={(own) => change(row.key, own)}
          onRemove={rows.length > 1 && row.email !== '' ? () => remove(row.key) : undefined}
        />
      ))}
      {links.map(({ email, link }) => (
        <TextField key={link} label={t('linkFor', { email })} readOnly value={link} />
      ))}
      <div className={css.actions}>
        <Button kind="primary" type="submit" busy={isBusy} disabled={filled.length === 0}>
          {filled.length > 1 ? t('inviteMany', { n: filled.length }) : t('inviteOne')}
        </Button>
        {children}
      </div>
    </form>
  );
}

function InviteRow({
  row,
  onChange,
  onRemove,
}: {
  row: Row;
  onChange: (own: Partial<Row>) => void;
  onRemove: (() => void) | undefined;
}) {
  const t = useTexts(firstStepTexts);
  const queues = useQueues();
  return (
    <div className={css.inviteRow}>
      <TextField
        label={t('email')}
        icon="mail"
        type="email"
        autoComplete="off"
        placeholder={t('moreEmail')}
        value={row.email}
        error={row.error}
        onChange={({ target }) => onChange({ email: target.value, error: '' })}
      />
      <SelectField
        label={t('profile')}
        options={[
          { value: 'user', label: t('agent') },
          { value: 'admin', label: t('admin') },
        ]}
        value={row.profile}
        onChange={(profile) => onChange({ profile })}
      />
      <MultiSelectField
        label={t('queueChoice')}
        placeholder={t('chooseQueues')}
        options={queues.data?.map(({ id, name, color }) => ({ value: id, label: name, color })) ?? []}
        value={row.queueIds}
        onChange={(queueIds) => onChange({ queueIds })}
      />
      {onRemove && <IconButton icon="x" label={t('removeRow', { email: row.email })} onClick={onRemove} />}
    </div>
  );
}

const update = (rows: Row[], key: number, own: Partial<Row>): Row[] =>
  rows.map((row) => (row.key === key ? { ...row, ...own } : row));

function withSpareRow(rows: Row[]): Row[] {
  const last = rows.at(-1);
  if (rows.length >= MAX_ROWS || last?.email === '') return rows;
  const key = Math.max(-1, ...rows.map((row) => row.key)) + 1;
  return [...rows, { key, email: '', profile: 'user', queueIds: [] }];
}
