/** A photo from the camera: taken, previewed, used or taken again. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, Dialog, DialogCancel, useToast } from '../../../ui/index.ts';
import css from './camera.module.css';
import { mediaTexts } from './media.texts.ts';

interface Photo {
  file: File;
  url: string;
}
const QUALITY = 0.9;

export default function Camera({ onPhoto, onClose }: { onPhoto: (photo: File) => void; onClose: () => void }) {
  const t = useTexts(mediaTexts);
  const toast = useToast();
  const video = useRef<HTMLVideoElement>(null);
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [photo, setPhoto] = useState<Photo | null>(null);

  const denied = useEffectEvent(() => {
    toast.failed(t('cameraDenied'));
    onClose();
  });
  useEffect(() => {
    let isCanceled = false;
    let opened: MediaStream | null = null;
    const constraints = { video: { facingMode: 'environment', width: { ideal: 1920 }, height: { ideal: 1080 } } };
    const stopTracks = () => opened?.getTracks().forEach((track) => track.stop());
    (navigator.mediaDevices?.getUserMedia(constraints) ?? Promise.reject(new Error('no camera'))).then(
      (mediaStream) => {
        opened = mediaStream;
        if (isCanceled) stopTracks();
        else setStream(mediaStream);
      },
      () => !isCanceled && denied(),
    );
    return () => {
      isCanceled = true;
      stopTracks();
    };
  }, []);
  useEffect(() => {
    if (!video.current || !stream || photo) return;
    video.current.srcObject = stream;
    // Muted, so it may autoplay; if not, the picture is frozen and can still be taken.
    Promise.resolve(video.current.play()).catch(() => {});
  }, [stream, photo]);
  useEffect(() => () => void (photo && URL.revokeObjectURL(photo.url)), [photo]);

  const take = () => {
    const from = video.current;
    if (!from) return;
    const canvas = document.createElement('canvas');
    canvas.width = from.videoWidth;
    canvas.height = from.videoHeight;
    canvas.getContext('2d')?.drawImage(from, 0, 0);
    const savePhoto = (bytes: Blob | null) => {
      if (!bytes) return toast.failed(t('cameraDenied'));
      const file = new File([bytes], `foto-${Date.now()}.jpg`, { type: 'image/jpeg' });
      setPhoto({ file, url: URL.createObjectURL(file) });
    };
    canvas.toBlob(savePhoto, 'image/jpeg', QUALITY);
  };

  return (
    <Dialog
      title={t('camera')}
      width={640}
      onClose={onClose}
      footer={
        photo ? (
          <>
            <Button icon="refresh" onClick={() => setPhoto(null)}>
              {t('retake')}
            </Button>
            <Button
              kind="primary"
              icon="check"
              onClick={() => {
                onPhoto(photo.file);
                onClose();
              }}
            >
              {t('use')}
            </Button>
          </>
        ) : (
          <>
            <DialogCancel />
            <Button kind="primary" icon="camera" disabled={!stream} onClick={take}>
              {t('take')}
            </Button>
          </>
        )
      }
    >
      <div className={css.view}>
        {photo ? (
          <img src={photo.url} alt={t('taken')} />
        ) : (
          <video ref={video} muted playsInline aria-label={t('camera')} />
        )}
      </div>
    </Dialog>
  );
}
