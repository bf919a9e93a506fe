/** A file of ours as the channel keeps it by now. */
export interface Uploaded {
  id: string;
  mime: string;
  fileName: string;
  bytes: number;
}
