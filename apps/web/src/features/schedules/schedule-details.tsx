/** A scheduled message that this user cannot change: it was sent, or belongs to a colleague. */
import type { Schedule } from '@balcao/contract/endpoints/schedules';
import { errorText } from '../../lib/error-text.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Dialog, StatusPill } from '../../ui/index.ts';
import css from './dialog.module.css';
import { dialogTexts } from './dialog.texts.ts';
import type { Tone } from './occurrences.ts';
import { scheduleTexts } from './schedules.texts.ts';

const states = {
  PENDENTE: ['scheduled', 'info'],
  ENVIADA: ['sent', 'success'],
  ERRO: ['failed', 'danger'],
  CANCELADA: ['cancelled', 'neutral'],
} as const satisfies Record<Schedule['status'], [string, Tone]>;

interface ScheduleDetailsProps {
  schedule: Schedule;
  onAgain: () => void;
  onClose: () => void;
}

export function ScheduleDetails({ schedule, onAgain, onClose }: ScheduleDetailsProps) {
  const t = useTexts(dialogTexts);
  const pageText = useTexts(scheduleTexts);
  const language = useLanguage();
  const [label, tone] = states[schedule.status];
  const isSent = schedule.status === 'ENVIADA';
  return (
    <Dialog
      title={t('details')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          <Button kind="primary" onClick={onAgain}>
            {t('again')}
          </Button>
        </>
      }
    >
      <p className={css.hint}>{isSent ? t('alreadySent') : t('onlyOwner', { name: schedule.user?.name ?? '—' })}</p>
      <dl className={css.details}>
        <dt>{t('contact')}</dt>
        <dd>{schedule.contact?.name ?? pageText('noContact')}</dd>
        <dt>{pageText('when')}</dt>
        <dd className="num">{formatDateTime(schedule.sentAt ?? schedule.sendAt)}</dd>
        <dt>{pageText('status')}</dt>
        <dd>
          <StatusPill tone={tone}>{pageText(label)}</StatusPill>{' '}
          {schedule.status === 'ERRO' && errorText(schedule.error, language)}
        </dd>
        <dt>{t('message')}</dt>
        <dd>{schedule.body}</dd>
        {schedule.mediaUrl && (
          <>
            <dt>{t('attachment')}</dt>
            <dd>
              <a href={schedule.mediaUrl} target="_blank" rel="noreferrer">
                {schedule.mediaName}
              </a>
            </dd>
          </>
        )}
        {schedule.user && (
          <>
            <dt />
            <dd className={css.faint}>{t('by', { name: schedule.user.name })}</dd>
          </>
        )}
      </dl>
    </Dialog>
  );
}
