import type { District } from './district.ts';

/** What teachers keep in and add to the library. */
export interface LibraryTables {
  library_filter: LibraryFilterTable;
  library_resource: LibraryResourceTable;
  library_attachment: LibraryAttachmentTable;
  item_opening: { district_id: District; user_puid: number; item_id: number; times: number; opened_at: number };
}

/** A person's starting filter in the library. */
interface LibraryFilterTable {
  district_id: District;
  user_puid: number;
  product_id: number | null;
  unit_id: number | null;
  sub_unit_id: number | null;
  level3_id: number | null;
  language_id: number;
}
/** My library: a catalog item (`item_id`) or an external resource. */
interface LibraryResourceTable {
  district_id: District;
  resource_id: number;
  owner_puid: number;
  item_id: number | null;
  title: string;
  description: string;
  url: string | null;
  created_at: number;
  updated_at: number;
}
interface LibraryAttachmentTable {
  district_id: District;
  attachment_id: number;
  owner_puid: number;
  /** null: uploaded but not attached to a resource yet. */
  resource_id: number | null;
  file_name: string;
  media_type: string;
  /** In bytes. */
  size: number;
  /** Base64. */
  content: string;
  created_at: number;
}
