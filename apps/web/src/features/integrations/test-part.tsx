import type { Integration, IntegrationTested } from '@balcao/contract/endpoints/integrations';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { callAdviceTexts, callFailureTexts } from '../../entities/integrations/call-failure.texts.ts';
import { useTestIntegration } from '../../entities/integrations/integrations.api.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, StatusPill, TextField, useToast } from '../../ui/index.ts';
import css from './integrations.module.css';
import { integrationTexts } from './integrations.texts.ts';
import { sendsWebhooks } from './sends-webhooks.ts';

/** One real call with the saved settings, and what came back. */
export function TestPart({ integration }: { integration: Integration }) {
  const t = useTexts(integrationTexts);
  const toast = useToast();
  const test = useTestIntegration();
  const isHook = sendsWebhooks(integration.type);
  const [text, setText] = useState(() => t('greeting'));
  if (integration.type === 'flowbuilder') return <FlowTest integration={integration} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    test.mutate({ id: integration.id, ...(!isHook && { text: text.trim() }) }, { onError: toast.failed });
  };
  return (
    <div className={css.part}>
      <p className="muted">{t(isHook ? 'testHookText' : 'testBotText')}</p>
      <form className={css.call} onSubmit={submit}>
        {isHook ? (
          <span className={css.target}>
            <span className={css.method}>POST</span>
            <code>{integration.urlN8N}</code>
          </span>
        ) : (
          <TextField
            label={t('message')}
            maxLength={256}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
        <Button kind="primary" type="submit" icon="play" busy={test.isPending} disabled={!isHook && text.trim() === ''}>
          {t('test')}
        </Button>
      </form>
      <div role="status">{test.data && !test.isPending && <Tested tested={test.data} isHook={isHook} />}</div>
    </div>
  );
}

function FlowTest({ integration: { flow } }: { integration: Integration }) {
  const t = useTexts(integrationTexts);
  const navigate = useNavigate();
  if (!flow) return <p>{t('flowGoneText')}</p>;
  return (
    <div className={css.part}>
      <p className="muted">{t('testFlowText')}</p>
      <div>
        <Button
          kind="primary"
          icon="play"
          onClick={() => void navigate({ to: `/flowbuilder/${flow.id}`, search: { view: 'try' } })}
        >
          {t('openFlow', { name: flow.name })}
        </Button>
      </div>
    </div>
  );
}

function Tested({ tested, isHook }: { tested: IntegrationTested; isHook: boolean }) {
  const t = useTexts(integrationTexts);
  const hasWorked = tested.outcome === 'done';
  return (
    <section className={css.tested}>
      <h3>
        {t('answer')}
        <StatusPill tone={hasWorked ? 'success' : 'danger'}>{t(hasWorked ? 'worked' : 'failed')}</StatusPill>
        <span className="muted num">
          {tested.status !== null && `${t('httpStatus', { status: tested.status })} · `}
          {t('milliseconds', { ms: formatNumber(Math.round(tested.ms)) })}
        </span>
      </h3>
      {tested.reason && <Failure reason={tested.reason} />}
      {hasWorked && isHook && <p>{t('received')}</p>}
      {hasWorked && !isHook && <Replies tested={tested} />}
    </section>
  );
}

/** What happened, and what to do about it. */
function Failure({ reason }: { reason: NonNullable<IntegrationTested['reason']> }) {
  const failure = useTexts(callFailureTexts);
  const advice = useTexts(callAdviceTexts);
  return (
    <p className={css.failure}>
      <b>{failure(reason)}.</b> {advice(reason)}
    </p>
  );
}

function Replies({ tested: { replies, choices } }: { tested: IntegrationTested }) {
  const t = useTexts(integrationTexts);
  if (replies.length === 0 && choices.length === 0) return <p>{t('noReplies')}</p>;
  return (
    <>
      <ul className={css.replies} aria-label={t('replies')}>
        {replies.map(({ type, text }, at) => (
          // Replies have no id and never change.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>
            {type === 'text' ? (
              text
            ) : (
              <a href={text} target="_blank" rel="noreferrer noopener">
                {text}
              </a>
            )}
          </li>
        ))}
      </ul>
      {choices.length > 0 && (
        <ul className={css.choices} aria-label={t('choices')}>
          {choices.map((choice) => (
            <li key={choice}>{choice}</li>
          ))}
        </ul>
      )}
    </>
  );
}
