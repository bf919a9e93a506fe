import type { BankWebhook } from '@balcao/contract/endpoints/payments';
import { providerName } from '../../../entities/billing/payment-method.ts';
import { formatTime } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { StatusPill } from '../../../ui/index.ts';
import css from './bank.module.css';
import { bankTexts } from './bank.texts.ts';

/** What the simulated providers have sent to this server, and how it answered. */
export function BankWebhooks({ webhooks }: { webhooks: readonly BankWebhook[] }) {
  const t = useTexts(bankTexts);
  return (
    <section>
      <h2>{t('sentWebhooks')}</h2>
      {webhooks.length === 0 && <p className="muted">{t('noWebhooks')}</p>}
      <ul className={css.webhooks} aria-label={t('sentWebhooks')}>
        {webhooks.map((webhook, at) => (
          <li key={`${webhook.at}-${webhooks.length - at}`}>
            <details>
              <summary>
                <time className="num" dateTime={webhook.at}>
                  {formatTime(webhook.at)}
                </time>
                <span className="cut">{providerName(webhook.provider)}</span>
                <Answer answers={webhook.answers} />
              </summary>
              {/* Long bodies scroll sideways, also with the keyboard. */}
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
              <pre tabIndex={0}>{`POST ${webhook.path}\n${readable(webhook.body)}`}</pre>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Answer({ answers }: { answers: readonly number[] }) {
  const t = useTexts(bankTexts);
  const last = answers.at(-1);
  const again = answers.length > 1 ? ` · ${t('attempts', { n: answers.length })}` : '';
  if (last === undefined) return <StatusPill tone="info">{t('underWay')}</StatusPill>;
  if (last >= 200 && last < 300) return <StatusPill tone="success">{t('accepted') + again}</StatusPill>;
  const text = last === 0 ? t('noAnswer') : t('refusedWith', { status: last });
  return <StatusPill tone="danger">{text + again}</StatusPill>;
}

/** Indented, if it can be read at all: a fault may send anything. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
