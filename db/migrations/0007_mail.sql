-- Mail of every kind is kept in one table: how far each sending is, and what its server said.
--
--   queued       to be sent, or to be sent again
--   sending      committed before the first byte leaves; found so, it ended with its process
--   sent         the mail server said yes
--   bounced      it said no for good; detail has its words
--   unconfirmed  handed over and never answered, as often as that may be tried: it may have arrived

ALTER TABLE delivery
    ADD COLUMN invitation_id uuid REFERENCES invitation ON DELETE CASCADE,
    -- What the mail says, as it was when it was first sent: a repetition has the same bytes whatever was
    -- renamed since. Gone once the sending has ended.
    ADD COLUMN content jsonb CHECK (octet_length(content::text) <= 16384),
    -- Attempts that may have reached the person although nobody knows: each can be one mail more.
    ADD COLUMN unanswered int NOT NULL DEFAULT 0 CHECK (unanswered >= 0),
    ADD CHECK (length(detail) <= 500),
    ADD CHECK (num_nonnulls(notice_id, invitation_id) = 1),
    ADD UNIQUE (invitation_id, channel),
    DROP CONSTRAINT delivery_state_check,
    ADD CONSTRAINT delivery_state_check CHECK (state IN ('queued', 'sending', 'sent', 'bounced', 'unconfirmed'));

-- Whoever may see an invitation may see what became of its mail.
CREATE POLICY invitations ON delivery FOR SELECT TO mantel_api
    USING (invitation_id IS NOT NULL AND household_id = (SELECT viewer_household())
           AND (SELECT viewer_role()) IN ('organiser', 'adult'));
