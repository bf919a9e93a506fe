import type { Message } from '@balcao/contract/endpoints/messages';
import { useState, type ComponentType, type ReactNode } from 'react';
import { useTexts } from '../../../lib/use-texts.ts';
import { Icon } from '../../../ui/index.ts';
import { ReferenceCard, referenceIn } from '../reference-card.tsx';
import { AudioPlayer } from './audio.tsx';
import { InteractiveCard, ListCard } from './button-cards.tsx';
import { Advertisement, Contacts, dataOf, EventCard, Location, Poll } from './cards.tsx';
import { ButtonsCard, FormCard, OrderCard, ShareCard, StoryCard, TemplateCard, Unsupported } from './channel-cards.tsx';
import css from './content.module.css';
import { contentTexts } from './content.texts.ts';
import { Document, MediaErrorCard, Picture, Sticker, useMediaError } from './media.tsx';
import { Text } from './text.tsx';
import { Transcription } from './transcription.tsx';

interface ContentProps {
  message: Message;
  author: string;
  /** Requested in the menu. */
  isTranscribed: boolean;
  /** The time, in the last line of the text: above the buttons of a card, else at the end. */
  meta?: ReactNode;
}

export function Content(props: ContentProps) {
  const { message, meta } = props;
  const Card = cards[message.mediaType];
  const about = referenceIn(message.dataJson);
  // The advertisement and the shared product are cards themselves.
  const reference = about && !ownReference.has(message.mediaType) && <ReferenceCard reference={about} />;
  if (Card)
    return (
      <>
        {reference}
        <Card message={message} meta={meta} />
      </>
    );
  return (
    <>
      {reference}
      {message.mediaType === 'conversation' ? <PlainText message={message} /> : <Plain {...props} />}
      {meta}
    </>
  );
}

const ownReference = new Set(['adMetaPreview', 'shareMessage']);

/** Cards with buttons at the bottom. */
const cards: Record<string, ComponentType<{ message: Message; meta?: ReactNode }>> = {
  contactMessage: Contacts,
  listMessage: ListCard,
  interactiveMessage: InteractiveCard,
  buttonsMessage: ButtonsCard,
  templateMessage: TemplateCard,
};

/** All other types. A type without its own component shows its text. */
function Plain(props: ContentProps) {
  const t = useTexts(contentTexts);
  const { message } = props;
  switch (message.mediaType) {
    case 'image':
    case 'video':
    case 'audio':
    case 'application':
      return <Media {...props} />;
    case 'viewOnceMessage':
      return (
        <span className={css.viewOnce}>
          <Icon name="eye" size={16} /> {t('viewOnce')}
        </span>
      );
    case 'locationMessage':
      return <Location message={message} />;
    case 'pollCreationMessageV3':
      return <Poll message={message} />;
    case 'eventMessage':
      return <EventCard message={message} />;
    case 'adMetaPreview':
      return <Advertisement message={message} />;
    case 'formMessage':
      return <FormCard message={message} />;
    case 'orderMessage':
      return <OrderCard message={message} />;
    case 'storyMessage':
      return <StoryCard message={message} />;
    case 'shareMessage':
      return <ShareCard message={message} />;
    case 'unsupported':
      return <Unsupported message={message} />;
    default:
      return <PlainText message={message} />;
  }
}

/** A row of a list that the customer chose has a description too. */
function PlainText({ message }: { message: Message }) {
  const { description } = dataOf<{ description: string }>(message);
  return (
    <>
      <Text body={message.body} />
      {typeof description === 'string' && description !== '' && (
        <small className={css.description}>{description}</small>
      )}
    </>
  );
}

function Media({ message, author, isTranscribed }: ContentProps) {
  const mediaError = useMediaError(message);
  const isSticker = dataOf<{ type: string }>(message).type === 'sticker';
  const caption = message.body !== '' && <Text body={message.body} />;
  if (mediaError !== null)
    return (
      <>
        <MediaErrorCard message={message} text={mediaError} />
        {caption}
      </>
    );
  if (message.mediaType === 'audio') return <Audio message={message} isTranscribed={isTranscribed} />;
  return (
    <>
      {message.mediaType === 'application' ? (
        <Document message={message} />
      ) : isSticker ? (
        <Sticker message={message} author={author} />
      ) : (
        <Picture message={message} author={author} />
      )}
      {caption}
    </>
  );
}

function Audio({ message, isTranscribed }: { message: Message; isTranscribed: boolean }) {
  const [isRequested, setRequested] = useState(false);
  // The preview is the same audio in a format that every browser plays.
  const src = message.previewUrl ?? message.mediaUrl ?? '';
  return (
    <>
      <AudioPlayer src={src} name={`${message.id}`} />
      {!message.fromMe && (
        <Transcription
          message={message}
          isRequested={isRequested || isTranscribed}
          onRequest={() => setRequested(true)}
        />
      )}
      {message.body !== '' && <Text body={message.body} />}
    </>
  );
}
