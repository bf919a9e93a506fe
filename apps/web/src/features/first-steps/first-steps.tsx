/** The first steps of a new company, in the place of the empty inbox. They tick themselves off. */
import { firstStepNames, type FirstStep, type FirstStepState } from '@balcao/contract/endpoints/first-steps';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { usePutAway } from '../../entities/first-steps/first-steps.api.ts';
import { formatDate } from '../../lib/format.ts';
import { useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, ConfirmDialog, cx, Icon, useToast, type IconName } from '../../ui/index.ts';
import { CustomerView } from './customer-view.tsx';
import css from './first-steps.module.css';
import { firstStepTexts } from './first-steps.texts.ts';
import { InviteTeam } from './invite-team.tsx';

/** Where a step is done, and how long it takes. */
const stepLinks: Record<Exclude<FirstStep, 'account'>, { to: string; minutes: number }> = {
  connection: { to: '/connections', minutes: 3 },
  queues: { to: '/queues', minutes: 3 },
  team: { to: '/users', minutes: 2 },
  hours: { to: '/settings', minutes: 2 },
  greeting: { to: '/connections', minutes: 2 },
  conversation: { to: '/connections', minutes: 3 },
};
const laterLinks = [
  ['importContacts', '/contacts', 'upload'],
  ['otherChannels', '/connections', 'plug'],
  ['quickReplies', '/quick-messages', 'bolt'],
] as const satisfies (readonly [keyof typeof firstStepTexts, string, IconName])[];

export function FirstSteps({ state }: { state: FirstStepState }) {
  const t = useTexts(firstStepTexts);
  const { user } = useSession();
  const open = firstStepNames.filter((step) => !state.done.includes(step));
  const minutes = open.reduce((sum, step) => sum + (step === 'account' ? 0 : stepLinks[step].minutes), 0);
  const all = firstStepNames.length;
  return (
    <div className={css.scroll}>
      <div className={css.page}>
        <header>
          <h1 className={css.title}>{t('title', { name: user.name.split(' ')[0] ?? '' })}</h1>
          <p className={css.progress}>{t('progress', { done: state.done.length, all, minutes })}</p>
          <div className={css.bar} aria-hidden="true">
            {firstStepNames.map((_, index) => (
              <i
                key={index}
                className={cx(index < state.done.length ? css.full : index === state.done.length && css.next)}
              />
            ))}
          </div>
        </header>
        <div className={css.columns}>
          <ol className={css.steps} aria-label={t('steps')}>
            {firstStepNames.map((step, index) => (
              <Step key={step} step={step} number={index + 1} state={state} isNow={step === open[0]} />
            ))}
          </ol>
          <Later state={state} />
        </div>
      </div>
    </div>
  );
}

interface StepProps {
  step: FirstStep;
  number: number;
  state: FirstStepState;
  isNow: boolean;
}

function Step({ step, number, state, isNow }: StepProps) {
  const t = useTexts(firstStepTexts);
  const { user } = useSession();
  const details = useDetails(state);
  const isDone = state.done.includes(step);
  if (isDone || step === 'account')
    return (
      <li className={css.done}>
        <span className={css.mark}>
          <Icon name="check" size={16} />
        </span>
        <div className={css.words}>
          <b>{step === 'account' ? t('account') : t(`${step}Done`)}</b>
          <span>{details(step)}</span>
          <span className="sr">{t('stepDone')}</span>
        </div>
      </li>
    );
  const { to, minutes } = stepLinks[step];
  return (
    <li className={cx(isNow && css.now)} aria-current={isNow ? 'step' : undefined}>
      <span className={css.mark}>{number}</span>
      <div className={css.words}>
        <b>{t(step)}</b>
        <span>{t(`${step}Text`, { users: user.company.plan.users })}</span>
        {isNow && step === 'team' && (
          <InviteTeam>
            <Alone />
          </InviteTeam>
        )}
        {isNow && step !== 'team' && (
          <div className={css.actions}>
            <Link className={css.go} to={to}>
              {t(`${step}Go`)}
            </Link>
          </div>
        )}
      </div>
      {!isNow && (
        <Link className={css.link} to={to}>
          <span className="sr">{t(`${step}Go`)}, </span>
          {t('minutes', { n: minutes })}
          <Icon name="chev-r" size={16} />
        </Link>
      )}
    </li>
  );
}

/** The line below a finished step: names that the user knows. */
function useDetails({ connections, queues, users }: FirstStepState) {
  const t = useTexts(firstStepTexts);
  const { user } = useSession();
  return (step: FirstStep): string => {
    if (step === 'account')
      return t('accountTrial', { plan: user.company.plan.name, day: formatDate(user.company.dueDate) });
    if (step === 'connection') return connections.join(', ');
    if (step === 'queues') return queues.join(', ');
    if (step === 'team') return users > 1 ? t('teamCount', { users }) : t('teamAlone');
    return '';
  };
}

function Alone() {
  const t = useTexts(firstStepTexts);
  const toast = useToast();
  const putAway = usePutAway();
  return (
    <Button kind="ghost" onClick={() => void putAway('team').catch(toast.failed)}>
      {t('alone')}
    </Button>
  );
}

function Later({ state }: { state: FirstStepState }) {
  const t = useTexts(firstStepTexts);
  const toast = useToast();
  const putAway = usePutAway();
  const [isConfirming, setConfirming] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const hide = async () => {
    setBusy(true);
    await putAway('all').catch(toast.failed);
    setBusy(false);
    setConfirming(false);
  };
  return (
    <aside className={css.later}>
      <CustomerView state={state} />
      <div className={css.card}>
        <h2>{t('canWait')}</h2>
        <ul>
          {laterLinks.map(([text, to, icon]) => (
            <li key={text}>
              <Icon name={icon} size={16} />
              <Link to={to}>{t(text)}</Link>
            </li>
          ))}
        </ul>
      </div>
      <p className={css.note}>
        {t('note', { all: firstStepNames.length })}{' '}
        <button type="button" className={css.hide} onClick={() => setConfirming(true)}>
          {t('hide')}
        </button>
      </p>
      {isConfirming && (
        <ConfirmDialog
          title={t('hideTitle')}
          text={t('hideText')}
          verb={t('hideVerb')}
          busy={isBusy}
          onConfirm={() => void hide()}
          onClose={() => setConfirming(false)}
        />
      )}
    </aside>
  );
}
