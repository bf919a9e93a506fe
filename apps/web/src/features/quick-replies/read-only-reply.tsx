import type { QuickMessage } from '@balcao/contract/endpoints/quick-messages';
import { useTexts } from '../../lib/use-texts.ts';
import { Dialog, DialogCancel, Icon } from '../../ui/index.ts';
import { attachedTo, iconOfMedia } from './media.ts';
import { Preview } from './preview.tsx';
import css from './quick-replies.module.css';
import { quickReplyTexts } from './quick-replies.texts.ts';

/** A colleague's reply, which can be used and read but not changed. */
export function ReadOnlyReply({ reply, onClose }: { reply: QuickMessage; onClose: () => void }) {
  const t = useTexts(quickReplyTexts);
  const attached = attachedTo(reply);
  return (
    <Dialog title={`/${reply.shortcode}`} onClose={onClose} footer={<DialogCancel>{t('close')}</DialogCancel>}>
      <p className={css.note}>
        <Icon name="lock" size={16} />
        {reply.user ? t('readOnly', { name: reply.user.name }) : t('readOnlyGone')}
      </p>
      <Preview message={reply.message} attached={attached} />
      {attached && reply.mediaPath !== null && (
        <a className={css.file} href={reply.mediaPath} target="_blank" rel="noopener noreferrer">
          <Icon name={iconOfMedia(attached.type)} size={16} />
          <span className="cut">{attached.name}</span>
        </a>
      )}
    </Dialog>
  );
}
