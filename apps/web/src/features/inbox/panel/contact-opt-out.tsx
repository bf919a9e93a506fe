/** Whether the contact receives campaigns; a user sets and lifts the opt-out. */
import { useState } from 'react';
import { useCreateOptOut, useLiftOptOuts, useOptOuts, type OptOut } from '../../../entities/opt-outs/opt-outs.api.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, ConfirmDialog, ErrorState, Skeleton, useToast } from '../../../ui/index.ts';
import { optOutTexts } from './opt-out.texts.ts';
import css from './panel.module.css';

export function ContactOptOut({ contact }: { contact: { id: number; name: string } }) {
  const t = useTexts(optOutTexts);
  const toast = useToast();
  const { data: optOuts, error, refetch } = useOptOuts(contact.id);
  const create = useCreateOptOut(contact.id);
  const lift = useLiftOptOuts(contact.id);
  const [asking, ask] = useState<'set' | 'lift' | null>(null);
  const done = (text: 'setDone' | 'liftDone') => ({
    onSuccess: () => {
      ask(null);
      toast.done(t(text));
    },
    onError: (reason: unknown) => toast.failed(reason),
  });
  // An opt-out of one connection leaves the others: the contact can still opt out of all.
  const isOut = optOuts?.some(({ whatsapp }) => whatsapp === null) ?? false;
  const mayLift = optOuts?.some((optOut) => optOut.mayLift) ?? false;
  return (
    <section className={css.section}>
      <h3>{t('title')}</h3>
      {!optOuts && !error && <Skeleton height={40} />}
      {error && !optOuts && <ErrorState compact text={t('failed')} onRetry={() => void refetch()} />}
      {optOuts?.length === 0 && <p className="muted">{t('receives')}</p>}
      {optOuts?.map((optOut) => (
        <p key={optOut.id}>
          {t('since', { at: formatDateTime(optOut.at) })}
          <br />
          <small className="muted">
            <Reason optOut={optOut} />
            {optOut.whatsapp && ` · ${t('onConnection', { name: optOut.whatsapp.name })}`}
          </small>
        </p>
      ))}
      {optOuts && (!isOut || mayLift) && (
        <div className={css.optOutActions}>
          {!isOut && <Button onClick={() => ask('set')}>{t('set')}</Button>}
          {mayLift && <Button onClick={() => ask('lift')}>{t('lift')}</Button>}
        </div>
      )}
      {asking === 'set' && (
        <ConfirmDialog
          title={t('setTitle')}
          text={t('setText', { name: contact.name })}
          verb={t('set')}
          busy={create.isPending}
          onConfirm={() => create.mutate('', done('setDone'))}
          onClose={() => ask(null)}
        />
      )}
      {asking === 'lift' && (
        <ConfirmDialog
          title={t('liftTitle')}
          text={t('liftText', { name: contact.name })}
          verb={t('lift')}
          busy={lift.isPending}
          onConfirm={() => lift.mutate(undefined, done('liftDone'))}
          onClose={() => ask(null)}
        />
      )}
    </section>
  );
}

function Reason({ optOut: { source, words, user } }: { optOut: OptOut }) {
  const t = useTexts(optOutTexts);
  if (source === 'channel') return t('byChannel');
  if (source === 'import') return t('byImport');
  if (source === 'word') return t('byWord', { words: words.trim() });
  return user ? t('byUser', { name: user.name }) : t('byFormerUser');
}
