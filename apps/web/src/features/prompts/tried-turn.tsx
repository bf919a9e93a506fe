import type { PromptTried } from '../../entities/prompts/prompts.api.ts';
import { FormattedText } from '../../entities/messages/formatted-text.tsx';
import { formatMicros } from '../../entities/ai-usage/micros.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Icon } from '../../ui/index.ts';
import css from './try.module.css';
import { tryTexts } from './try.texts.ts';

const oneDigit = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

/** One answer of the model: its text, what it would do, what it received, and what it cost. */
export function TriedTurn({ result }: { result: PromptTried }) {
  const t = useTexts(tryTexts);
  const { text, action, failure, removedLinks, redacted, passages, usage, ms } = result;
  const cost = usage?.costMicros;
  const titles = [...new Set(passages.map(({ title }) => title))].join(', ');
  return (
    <>
      {text !== null && (
        <p className={css.answer}>
          <FormattedText>{text}</FormattedText>
        </p>
      )}
      {failure && (
        <p className={css.failure} role="alert">
          <Icon name="alert" size={14} />
          <span>{t(failure === 'empty' ? 'emptyAnswer' : failure)}</span>
        </p>
      )}
      {action && <p className={css.event}>{actionText(action, t)}</p>}
      <ul className={css.facts}>
        {usage && (
          <li className="num">
            {t('figures', {
              tokens: formatNumber(usage.inputTokens + usage.outputTokens),
              time: t('seconds', { count: oneDigit.format(ms / 1000) }),
              cost: cost === null || cost === undefined ? t('noPrice') : formatMicros(cost),
            })}
          </li>
        )}
        {passages.length > 0 && <li>{t('passages', { titles })}</li>}
        {redacted.length > 0 && (
          <li>{t('redacted', { values: redacted.map(({ kind, count }) => t(kind, { count })).join(', ') })}</li>
        )}
        {removedLinks > 0 && (
          <li>{removedLinks === 1 ? t('removedLink') : t('removedLinks', { count: removedLinks })}</li>
        )}
      </ul>
    </>
  );
}

function actionText(
  action: NonNullable<PromptTried['action']>,
  t: ReturnType<typeof useTexts<keyof typeof tryTexts>>,
): string {
  switch (action.type) {
    case 'transfer':
      return t('transfer', { name: action.queueName });
    case 'tag':
      return t('tag', { name: action.tagName });
    case 'close':
      return t('close');
  }
}
