import { useRouter } from '@tanstack/react-router';
import { useSession } from '../../lib/session.tsx';
import { useTopic } from '../../lib/topics.tsx';
import { playSound } from '../../lib/sound.ts';
import { useVolume } from '../../lib/volume.ts';

/** A message of a colleague in a chat that is not being viewed. */
export function useChatSound(): void {
  const { user } = useSession();
  const router = useRouter();
  const [volume] = useVolume();
  useTopic('chat', (payload) => {
    if (payload.action !== 'new-message' || payload.newMessage.senderId === user.id) return;
    const { pathname } = router.state.location;
    const isBeingViewed = pathname === `/chats/${payload.chat.uuid}` && document.visibilityState === 'visible';
    if (!isBeingViewed) playSound('chat', volume);
  });
}
