import { useTranscription, type Message } from '../../../entities/messages/messages.api.ts';
import { ApiError, NetworkError } from '../../../lib/api.ts';
import { errorText, knownErrorText } from '../../../lib/error-text.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { Icon } from '../../../ui/index.ts';
import css from './audio.module.css';
import { contentTexts } from './content.texts.ts';

/** The transcription of a received audio, below a dashed line; requested here or in the menu. */
export function Transcription({
  message,
  isRequested,
  onRequest,
}: {
  message: Message;
  isRequested: boolean;
  onRequest(): void;
}) {
  const t = useTexts(contentTexts);
  const language = useLanguage();
  const file = fileOf(message.mediaUrl);
  const { data, error, isFetching, refetch } = useTranscription(
    message.id,
    file,
    isRequested && message.transcription === null,
  );

  const transcript: unknown = message.transcription ?? data?.transcribedText;
  if (!isRequested && transcript === undefined)
    return (
      <button type="button" className={css.ask} onClick={onRequest}>
        <Icon name="text" size={14} /> {t('transcribe')}
      </button>
    );
  const problem =
    transcript !== undefined
      ? typeof transcript === 'string' && transcript.trim() !== ''
        ? null
        : t('badTranscription')
      : file === null
        ? t('badAudioUrl')
        : error && (isKnownError(error) ? errorText(error, language) : t('unknownError'));
  return (
    <div className={css.transcription} aria-live="polite">
      <b>
        <Icon name="text" size={14} /> {t('transcription')}
      </b>
      {isFetching ? (
        <span>{t('transcribing')}</span>
      ) : problem === null ? (
        <span>“{String(transcript)}”</span>
      ) : (
        <span className={css.problem}>
          {problem}{' '}
          {file !== null && (
            <button type="button" className={css.ask} onClick={() => void refetch()}>
              {t('transcribe')}
            </button>
          )}
        </span>
      )}
    </div>
  );
}

/** The last segment of the URL is the file. */
function fileOf(url: string | null): string | null {
  try {
    const name = url === null ? '' : decodeURIComponent(new URL(url, location.origin).pathname.split('/').at(-1) ?? '');
    return /^[\w.-]{1,200}$/.test(name) ? name : null;
  } catch {
    return null;
  }
}

const isKnownError = (error: unknown): boolean =>
  error instanceof NetworkError ||
  (error instanceof ApiError && error.code !== 'ERR_INTERNAL' && knownErrorText(error.code, 'pt') !== undefined);
