--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: audit_log_append_only(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.audit_log_append_only() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin raise exception 'audit_log is append-only'; end $$;


--
-- Name: audit_seals_append_only(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.audit_seals_append_only() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin raise exception 'audit_seals is append-only'; end $$;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: account_identities; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.account_identities (
    id bigint NOT NULL,
    issuer text DEFAULT ''::text NOT NULL,
    subject text DEFAULT ''::text NOT NULL,
    linked_at text DEFAULT ''::text NOT NULL,
    account_id bigint NOT NULL
);


--
-- Name: account_identities_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.account_identities ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.account_identities_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: account_permissions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.account_permissions (
    account_id bigint NOT NULL,
    permission_id bigint NOT NULL
);


--
-- Name: accounts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.accounts (
    id bigint NOT NULL,
    email text DEFAULT ''::text NOT NULL,
    phone text DEFAULT ''::text NOT NULL,
    password_hash text DEFAULT ''::text NOT NULL,
    client_of text DEFAULT ''::text NOT NULL,
    updated_at text DEFAULT ''::text NOT NULL,
    role text DEFAULT ''::text NOT NULL,
    status text DEFAULT ''::text NOT NULL,
    created_at text DEFAULT ''::text NOT NULL,
    invited_at text,
    first_password_until text,
    closed_at text,
    closed_email text,
    contained_at text
);


--
-- Name: accounts_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.accounts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.accounts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: api_keys; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.api_keys (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    name text DEFAULT ''::text NOT NULL,
    key_hash text DEFAULT ''::text NOT NULL,
    status text DEFAULT ''::text NOT NULL,
    opens text DEFAULT 'commands'::text NOT NULL,
    created_at text DEFAULT ''::text NOT NULL,
    expires_at text,
    revoked_at text,
    last_used_at text,
    last_address text,
    commands text,
    networks text,
    per_minute integer
);


--
-- Name: api_keys_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.api_keys ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.api_keys_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: approvals; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.approvals (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    via text DEFAULT ''::text NOT NULL,
    credential_id bigint NOT NULL,
    call text DEFAULT ''::text NOT NULL,
    transaction_id text DEFAULT ''::text NOT NULL,
    body text DEFAULT ''::text NOT NULL,
    imei text DEFAULT ''::text NOT NULL,
    body_hash text DEFAULT ''::text NOT NULL,
    action text DEFAULT ''::text NOT NULL,
    batch_id text,
    devices integer DEFAULT 0 NOT NULL,
    state text DEFAULT ''::text NOT NULL,
    why text DEFAULT ''::text NOT NULL,
    created_at text DEFAULT ''::text NOT NULL,
    expires_at text DEFAULT ''::text NOT NULL,
    decided_by bigint,
    decided_at text
);


--
-- Name: approvals_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.approvals ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.approvals_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: attempts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.attempts (
    subject text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    window_ends_at text DEFAULT ''::text NOT NULL
);


--
-- Name: audit_log; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.audit_log (
    id bigint NOT NULL,
    at text DEFAULT ''::text NOT NULL,
    email text DEFAULT ''::text NOT NULL,
    call text DEFAULT ''::text NOT NULL,
    action text DEFAULT ''::text NOT NULL,
    imei text DEFAULT ''::text NOT NULL,
    detail text DEFAULT ''::text NOT NULL,
    transaction_id text DEFAULT ''::text NOT NULL,
    address text DEFAULT ''::text NOT NULL,
    account_id bigint,
    via text DEFAULT ''::text NOT NULL,
    outcome text DEFAULT ''::text NOT NULL
);


--
-- Name: audit_log_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.audit_log ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: audit_seals; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.audit_seals (
    sequence bigint NOT NULL,
    statement text DEFAULT ''::text NOT NULL,
    hashes bytea NOT NULL,
    hash text DEFAULT ''::text NOT NULL,
    removed_through bigint
);


--
-- Name: batch_items; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.batch_items (
    batch bigint NOT NULL,
    "row" integer DEFAULT 0 NOT NULL,
    transaction_id text DEFAULT ''::text NOT NULL,
    outcome text DEFAULT ''::text NOT NULL,
    message text DEFAULT ''::text NOT NULL,
    command_id bigint
);


--
-- Name: batches; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.batches (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    batch_id text DEFAULT ''::text NOT NULL,
    action text DEFAULT ''::text NOT NULL,
    level text DEFAULT ''::text NOT NULL,
    started_at text DEFAULT ''::text NOT NULL,
    file_name text DEFAULT ''::text NOT NULL,
    file text DEFAULT ''::text NOT NULL,
    report text DEFAULT ''::text NOT NULL,
    devices integer DEFAULT 0 NOT NULL,
    total integer DEFAULT 0 NOT NULL,
    invalid integer DEFAULT 0 NOT NULL,
    duplicates integer DEFAULT 0 NOT NULL,
    run text DEFAULT ''::text NOT NULL,
    place text DEFAULT ''::text NOT NULL,
    seen_at text DEFAULT ''::text NOT NULL,
    holder_id bigint NOT NULL,
    found integer DEFAULT 0 NOT NULL,
    not_found integer DEFAULT 0 NOT NULL,
    refused integer DEFAULT 0 NOT NULL,
    state text DEFAULT 'open'::text NOT NULL
);


--
-- Name: batches_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.batches ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.batches_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: command_counts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.command_counts (
    kind text DEFAULT ''::text NOT NULL,
    id bigint NOT NULL,
    begins_at text DEFAULT ''::text NOT NULL,
    commands integer DEFAULT 0 NOT NULL
);


--
-- Name: command_pauses; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.command_pauses (
    account_id bigint NOT NULL,
    paused_at text DEFAULT ''::text NOT NULL,
    why text DEFAULT ''::text NOT NULL,
    lifted_at text
);


--
-- Name: commands; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.commands (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    transaction_id text DEFAULT ''::text NOT NULL,
    user_email text DEFAULT ''::text NOT NULL,
    imei text DEFAULT ''::text NOT NULL,
    action text DEFAULT ''::text NOT NULL,
    reported_as text DEFAULT ''::text NOT NULL,
    report text DEFAULT ''::text NOT NULL,
    filename text DEFAULT ''::text NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    interface text DEFAULT ''::text NOT NULL,
    payload text DEFAULT ''::text NOT NULL,
    batch_id text,
    status text DEFAULT ''::text NOT NULL,
    failure text DEFAULT ''::text NOT NULL,
    next_attempt_at text DEFAULT ''::text NOT NULL,
    updated_at text DEFAULT ''::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    claimed_until text,
    uid text,
    retries integer DEFAULT 0 NOT NULL,
    epoch text DEFAULT ''::text NOT NULL,
    active_epoch text DEFAULT ''::text NOT NULL,
    claim text,
    handed_at text,
    sent_at text,
    first_failure_at text,
    expires_at text,
    approved_by text,
    created_at text DEFAULT ''::text NOT NULL
);


--
-- Name: commands_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.commands ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.commands_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: devices; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.devices (
    imei1 text NOT NULL,
    imei2 text DEFAULT ''::text NOT NULL,
    brand text DEFAULT ''::text NOT NULL,
    model text DEFAULT ''::text NOT NULL,
    registration_status text DEFAULT ''::text NOT NULL,
    app_version text DEFAULT ''::text NOT NULL,
    app_type text DEFAULT ''::text NOT NULL,
    last_command text DEFAULT ''::text NOT NULL,
    claim_status text DEFAULT ''::text NOT NULL,
    last_command_at text,
    created_at text DEFAULT ''::text NOT NULL,
    updated_at text DEFAULT ''::text NOT NULL
);


--
-- Name: enrolments; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.enrolments (
    id bigint NOT NULL,
    imei1 text DEFAULT ''::text NOT NULL,
    imei2 text DEFAULT ''::text NOT NULL,
    created_at text DEFAULT ''::text NOT NULL,
    action text DEFAULT ''::text NOT NULL
);


--
-- Name: enrolments_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.enrolments ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.enrolments_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: gateway_errors; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.gateway_errors (
    period text DEFAULT ''::text NOT NULL,
    message text DEFAULT ''::text NOT NULL,
    count integer DEFAULT 0 NOT NULL,
    at text DEFAULT ''::text NOT NULL
);


--
-- Name: gateway_figures; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.gateway_figures (
    period text DEFAULT ''::text NOT NULL,
    name text DEFAULT ''::text NOT NULL,
    count integer DEFAULT 0 NOT NULL
);


--
-- Name: identity_challenges; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.identity_challenges (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    session_id bigint,
    purpose text DEFAULT ''::text NOT NULL,
    ticket_hash text DEFAULT ''::text NOT NULL,
    challenge text DEFAULT ''::text NOT NULL,
    created_at text DEFAULT ''::text NOT NULL,
    expires_at text DEFAULT ''::text NOT NULL
);


--
-- Name: identity_challenges_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.identity_challenges ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.identity_challenges_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: intents; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.intents (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    action text DEFAULT ''::text NOT NULL,
    imei_list text DEFAULT ''::text NOT NULL,
    created_at text DEFAULT ''::text NOT NULL,
    batch_id text,
    devices integer DEFAULT 0 NOT NULL
);


--
-- Name: intents_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.intents ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.intents_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: kysely_migration; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);


--
-- Name: kysely_migration_lock; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);


--
-- Name: outcomes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.outcomes (
    account_id bigint NOT NULL,
    method text DEFAULT ''::text NOT NULL,
    path text DEFAULT ''::text NOT NULL,
    transaction_id text DEFAULT ''::text NOT NULL,
    body_hash text DEFAULT ''::text NOT NULL,
    answer text DEFAULT ''::text NOT NULL,
    created_at text DEFAULT ''::text NOT NULL
);


--
-- Name: password_resets; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.password_resets (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    secret_hash text DEFAULT ''::text NOT NULL,
    handle_hash text DEFAULT ''::text NOT NULL,
    expires_at text DEFAULT ''::text NOT NULL,
    created_at text DEFAULT ''::text NOT NULL,
    used_at text,
    purpose text DEFAULT 'reset'::text NOT NULL
);


--
-- Name: password_resets_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.password_resets ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.password_resets_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: permissions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.permissions (
    id bigint NOT NULL,
    name text DEFAULT ''::text NOT NULL
);


--
-- Name: permissions_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.permissions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.permissions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: recovery_codes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.recovery_codes (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    code_hash text DEFAULT ''::text NOT NULL,
    created_at text DEFAULT ''::text NOT NULL,
    used_at text
);


--
-- Name: recovery_codes_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.recovery_codes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.recovery_codes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: registrations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.registrations (
    id bigint NOT NULL,
    imei1 text DEFAULT ''::text NOT NULL,
    imei2 text DEFAULT ''::text NOT NULL,
    created_at text DEFAULT ''::text NOT NULL,
    brand text DEFAULT ''::text NOT NULL,
    model text DEFAULT ''::text NOT NULL,
    registration_status text DEFAULT ''::text NOT NULL,
    matched text DEFAULT ''::text NOT NULL
);


--
-- Name: registrations_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.registrations ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.registrations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: releases; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.releases (
    id bigint NOT NULL,
    imei1 text DEFAULT ''::text NOT NULL,
    imei2 text DEFAULT ''::text NOT NULL,
    created_at text DEFAULT ''::text NOT NULL,
    brand text DEFAULT ''::text NOT NULL,
    model text DEFAULT ''::text NOT NULL
);


--
-- Name: releases_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.releases ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.releases_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: remote_failure_counts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.remote_failure_counts (
    hour text DEFAULT ''::text NOT NULL,
    failure_id bigint NOT NULL,
    account_id bigint NOT NULL,
    failures integer DEFAULT 0 NOT NULL
);


--
-- Name: remote_failures; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.remote_failures (
    id bigint NOT NULL,
    fingerprint text DEFAULT ''::text NOT NULL,
    remote text DEFAULT ''::text NOT NULL,
    owner text DEFAULT ''::text NOT NULL,
    version text DEFAULT ''::text NOT NULL,
    release text DEFAULT ''::text NOT NULL,
    source text DEFAULT ''::text NOT NULL,
    screen text DEFAULT ''::text NOT NULL,
    kind text DEFAULT ''::text NOT NULL,
    message text DEFAULT ''::text NOT NULL,
    stack text DEFAULT ''::text NOT NULL,
    browser text DEFAULT ''::text NOT NULL,
    first_at text DEFAULT ''::text NOT NULL,
    last_at text DEFAULT ''::text NOT NULL
);


--
-- Name: remote_failures_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.remote_failures ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.remote_failures_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: remote_loads; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.remote_loads (
    hour text DEFAULT ''::text NOT NULL,
    remote text DEFAULT ''::text NOT NULL,
    version text DEFAULT ''::text NOT NULL,
    release text DEFAULT ''::text NOT NULL,
    source text DEFAULT ''::text NOT NULL,
    step integer DEFAULT 0 NOT NULL,
    loads integer DEFAULT 0 NOT NULL
);


--
-- Name: second_factors; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.second_factors (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    kind text DEFAULT ''::text NOT NULL,
    name text DEFAULT ''::text NOT NULL,
    secret text DEFAULT ''::text NOT NULL,
    credential_id text,
    counter bigint DEFAULT 0 NOT NULL,
    created_at text DEFAULT ''::text NOT NULL,
    confirmed_at text,
    last_used_at text
);


--
-- Name: second_factors_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.second_factors ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.second_factors_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: sessions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.sessions (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    token_hash text DEFAULT ''::text NOT NULL,
    expires_at text DEFAULT ''::text NOT NULL,
    created_at text DEFAULT ''::text NOT NULL,
    revoked_at text,
    address text,
    last_used_at text,
    last_address text,
    authenticated_at text,
    ended_because text,
    signed_on text,
    id_token text
);


--
-- Name: sessions_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.sessions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.sessions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: settings; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.settings (
    name text NOT NULL,
    value text DEFAULT ''::text NOT NULL
);


--
-- Name: single_sign_ons; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.single_sign_ons (
    id bigint NOT NULL,
    state_hash text DEFAULT ''::text NOT NULL,
    handle_hash text DEFAULT ''::text NOT NULL,
    nonce text DEFAULT ''::text NOT NULL,
    verifier text DEFAULT ''::text NOT NULL,
    created_at text DEFAULT ''::text NOT NULL,
    expires_at text DEFAULT ''::text NOT NULL,
    session_id bigint
);


--
-- Name: single_sign_ons_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.single_sign_ons ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.single_sign_ons_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: upload_contents; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.upload_contents (
    upload_id bigint NOT NULL,
    content bytea NOT NULL
);


--
-- Name: uploads; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.uploads (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    file text DEFAULT ''::text NOT NULL,
    old_file text DEFAULT ''::text NOT NULL,
    report text DEFAULT ''::text NOT NULL,
    status_of text DEFAULT ''::text NOT NULL,
    updated_at text DEFAULT ''::text NOT NULL,
    is_complete text DEFAULT 'incomplete'::text NOT NULL,
    last_imei text DEFAULT ''::text NOT NULL,
    remarks text DEFAULT ''::text NOT NULL,
    batch_id text,
    created_at text DEFAULT ''::text NOT NULL
);


--
-- Name: uploads_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.uploads ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.uploads_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Data for Name: account_identities; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: account_permissions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.account_permissions VALUES (3, 1);
INSERT INTO public.account_permissions VALUES (3, 11);
INSERT INTO public.account_permissions VALUES (3, 15);
INSERT INTO public.account_permissions VALUES (3, 19);
INSERT INTO public.account_permissions VALUES (5, 1);


--
-- Data for Name: accounts; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.accounts OVERRIDING SYSTEM VALUE VALUES (4, 'viewer@example.com', '9000000004', '$argon2id$v=19$m=19456,t=2,p=1$hWsksfwr0wOUjaUOZU7tJA$JaPNw2zFxRhPpy78r7m324agtv9IwHcEPK9jkQqj4qc', '', '2026-11-18T10:00:00.000Z', 'USER', 'ACTIVE', '2026-11-18T10:00:00.000Z', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.accounts OVERRIDING SYSTEM VALUE VALUES (3, 'operator@example.com', '9000000003', '$argon2id$v=19$m=19456,t=2,p=1$hWsksfwr0wOUjaUOZU7tJA$JaPNw2zFxRhPpy78r7m324agtv9IwHcEPK9jkQqj4qc', '', '2026-11-18T10:00:00.000Z', 'USER', 'ACTIVE', '2026-11-18T10:00:00.000Z', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.accounts OVERRIDING SYSTEM VALUE VALUES (1, 'superadmin@example.com', '9000000001', '$argon2id$v=19$m=19456,t=2,p=1$hWsksfwr0wOUjaUOZU7tJA$JaPNw2zFxRhPpy78r7m324agtv9IwHcEPK9jkQqj4qc', '', '2026-11-18T10:00:00.000Z', 'SUPERADMIN', 'ACTIVE', '2026-11-18T10:00:00.000Z', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.accounts OVERRIDING SYSTEM VALUE VALUES (2, 'admin@example.com', '9000000002', '$argon2id$v=19$m=19456,t=2,p=1$hWsksfwr0wOUjaUOZU7tJA$JaPNw2zFxRhPpy78r7m324agtv9IwHcEPK9jkQqj4qc', '', '2026-11-18T10:00:00.000Z', 'ADMIN', 'ACTIVE', '2026-11-18T10:00:00.000Z', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.accounts OVERRIDING SYSTEM VALUE VALUES (5, 'clerk@example.com', '9000000009', '$argon2id$v=19$m=19456,t=2,p=1$CriX1+LeDXoU69gJrkv4Lg$4pomwVLHEOwE1Qp6Vf2MvduWVO9avadIzRL4FfyezL0', '', '2026-11-21T11:02:00.000Z', 'USER', 'ACTIVE', '2026-11-21T11:02:00.000Z', NULL, NULL, NULL, NULL, NULL);


--
-- Data for Name: api_keys; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.api_keys OVERRIDING SYSTEM VALUE VALUES (1, 2, 'ERP', 'ce9e1ab41539824e253ccf341096dae8e3a76a8ae6836e2b211237ce7dadcc54', 'active', 'commands', '2026-11-21T11:02:00.000Z', NULL, NULL, NULL, NULL, NULL, NULL, NULL);


--
-- Data for Name: approvals; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.approvals OVERRIDING SYSTEM VALUE VALUES (1, 2, 'session', 6, 'lockNotification', '74382d87-9b46-4594-90a9-60110a8f6464', '{"imei":"356938030000070","action":"release"}', '356938030000070', '91f1798e8919d8e3f6658fb5c8fe0877c439d95be58be3576da5a8adedd38b47', 'release', NULL, 1, 'waiting', '', '2026-11-21T11:02:00.000Z', '2026-12-21T11:02:00.000Z', NULL, NULL);


--
-- Data for Name: attempts; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.attempts VALUES ('login account id 3', 0, '2026-11-21T11:17:00.000Z');
INSERT INTO public.attempts VALUES ('own 192.0.2.1 account id 3', 0, '2026-12-21T11:02:00.000Z');
INSERT INTO public.attempts VALUES ('login account id 1', 0, '2026-11-21T11:17:00.000Z');
INSERT INTO public.attempts VALUES ('own 192.0.2.1 account id 1', 0, '2026-12-21T11:02:00.000Z');
INSERT INTO public.attempts VALUES ('login account id 2', 0, '2026-11-21T11:17:00.000Z');
INSERT INTO public.attempts VALUES ('own 192.0.2.1 account id 2', 0, '2026-12-21T11:02:00.000Z');
INSERT INTO public.attempts VALUES ('key address 192.0.2.1', 1, '2026-11-21T11:17:00.000Z');
INSERT INTO public.attempts VALUES ('key 192.0.2.1 account id 2', 1, '2026-11-21T11:17:00.000Z');
INSERT INTO public.attempts VALUES ('key account id 2', 1, '2026-11-21T11:17:00.000Z');
INSERT INTO public.attempts VALUES ('login address 192.0.2.1', 1, '2026-11-21T11:17:00.000Z');
INSERT INTO public.attempts VALUES ('login 192.0.2.1 account id 4', 1, '2026-11-21T11:17:00.000Z');
INSERT INTO public.attempts VALUES ('login account id 4', 1, '2026-11-21T11:17:00.000Z');


--
-- Data for Name: audit_log; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (1, '2026-11-20T10:00:00.000Z', 'operator@example.com', 'login.php', '', '', '{"message":"logged in"}', 'd745b7fd-9aa8-4b71-89ef-25155475d95a', '192.0.2.1', 3, 'anonymous', 'success');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (2, '2026-11-20T10:00:00.000Z', 'superadmin@example.com', 'login.php', '', '', '{"message":"logged in"}', 'a5e164ab-5a8d-4cfe-b33e-03bfb3905252', '192.0.2.1', 1, 'anonymous', 'success');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (3, '2026-11-20T10:00:00.000Z', 'admin@example.com', 'login.php', '', '', '{"message":"logged in"}', 'fc29656c-c1a0-4609-9c35-62fa739882bc', '192.0.2.1', 2, 'anonymous', 'success');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (4, '2026-11-20T10:00:00.000Z', 'operator@example.com', 'locknotification.php', 'lock', '356938030000005', '{"message":"Lock initiated  successfully."}', '15b494f4-13a9-4a04-8cd9-f350788b8ca9', '192.0.2.1', 3, 'session', 'success');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (5, '2026-11-20T10:01:00.000Z', 'operator@example.com', 'bulkLockCopy.php', 'lockfiles', '', '{"batchId":"f09b6335-c007-423e-b778-01c046764046","filename":"lock.csv","bytes":11,"sha256":"5421abe5ee76c9ea81f039f3f18fa6035dd45d89c36ed78bdeae4deba58ac0e3","statusOf":"lockfiles","message":"File uploaded successfully"}', '7eaaf8c6-c01a-45c0-a601-d6df2f1ecdff', '192.0.2.1', 3, 'session', 'success');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (6, '2026-11-20T10:01:00.000Z', 'operator@example.com', 'updateCommandOnServer.php', 'lock', '', '{"batchId":"f09b6335-c007-423e-b778-01c046764046","message":"3 devices noted"}', '94689096-ac37-4721-acc7-7a24f9a8e115', '192.0.2.1', 3, 'session', 'success');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (7, '2026-11-20T10:01:00.000Z', 'operator@example.com', 'batchClaim.php', 'lock', '', '{"batchId":"f09b6335-c007-423e-b778-01c046764046","place":"browser of operator@example.com","batch":{"fileName":"lock.csv","total":3,"invalid":0,"duplicates":0},"message":"Begun"}', '05eb4935-ec20-46d1-a2eb-2d85aafc5d70', '192.0.2.1', 3, 'session', 'success');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (8, '2026-11-20T10:01:00.000Z', 'operator@example.com', 'getimeidetails.php', 'lock', '356938030000013', '{"filename":"lock-20261120100100-b647d878eac822f3.csv","batchId":"f09b6335-c007-423e-b778-01c046764046","message":"found"}', '648cce4e-be48-54d6-b7e8-b174a6504f7f', '192.0.2.1', 3, 'session', 'success');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (9, '2026-11-20T10:01:00.000Z', 'operator@example.com', 'getimeidetails.php', 'lock', '356938030000021', '{"filename":"lock-20261120100100-b647d878eac822f3.csv","batchId":"f09b6335-c007-423e-b778-01c046764046","message":"found"}', '03c3c103-902e-5036-bfb4-df6169038811', '192.0.2.1', 3, 'session', 'success');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (10, '2026-11-20T10:01:00.000Z', 'operator@example.com', 'getimeidetails.php', 'lock', '356938039999990', '{"filename":"lock-20261120100100-b647d878eac822f3.csv","batchId":"f09b6335-c007-423e-b778-01c046764046","message":"not found"}', '34ec2636-9d59-53bb-a4ca-f12801111417', '192.0.2.1', 3, 'session', 'success');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (11, '2026-11-20T10:02:00.000Z', 'operator@example.com', 'updateStatusOnServer.php', 'lockfiles', '', '{"lastimei":"356938039999990","fileName":"lock-20261120100100-b647d878eac822f3.csv","isComplete":"complete","statusOf":"lockfiles","batchId":"f09b6335-c007-423e-b778-01c046764046","message":"Status updated"}', '77d33d88-2ff3-4a23-9b69-7b9bdf1d61ce', '192.0.2.1', 3, 'session', 'success');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (12, '2026-11-20T10:02:00.000Z', 'admin@example.com', 'bulkUnlockCopy.php', 'unlockfiles', '', '{"batchId":"0475e4da-a857-419f-bb1d-ae3561d1392a","filename":"unlock.csv","bytes":11,"sha256":"5421abe5ee76c9ea81f039f3f18fa6035dd45d89c36ed78bdeae4deba58ac0e3","statusOf":"unlockfiles","message":"File uploaded successfully"}', 'eec7b976-b3a9-4191-ab2d-21d2ea268898', '192.0.2.1', 2, 'session', 'success');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (13, '2026-11-20T10:02:00.000Z', 'admin@example.com', 'updateCommandOnServer.php', 'unlock', '', '{"batchId":"0475e4da-a857-419f-bb1d-ae3561d1392a","message":"2 devices noted"}', '42c4f771-69ef-4a62-afa5-d230470bd46a', '192.0.2.1', 2, 'session', 'success');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (14, '2026-11-20T10:02:00.000Z', 'admin@example.com', 'batchClaim.php', 'unlock', '', '{"batchId":"0475e4da-a857-419f-bb1d-ae3561d1392a","place":"browser of admin@example.com","batch":{"fileName":"unlock.csv","total":2,"invalid":0,"duplicates":0},"message":"Begun"}', '65229309-964a-48f3-95a9-1ed22e308042', '192.0.2.1', 2, 'session', 'success');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (15, '2026-11-20T10:02:00.000Z', 'admin@example.com', 'getimeidetails.php', 'unlock', '356938030000039', '{"filename":"unlock-20261120100200-a9a1e0954c30c677.csv","batchId":"0475e4da-a857-419f-bb1d-ae3561d1392a","message":"found"}', '6d5b1813-d248-56f6-9e00-76de09d9a9c9', '192.0.2.1', 2, 'session', 'success');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (16, '2026-11-20T10:02:00.000Z', 'superadmin@example.com', 'operationsDecide.php', '', '', '{"message":"cancel: 1 of 1 commands. A mistake"}', '9a30d6cf-d98e-4150-8106-73f149973883', '192.0.2.1', 1, 'session', 'success');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (17, '2026-11-20T10:02:00.000Z', 'admin@example.com', 'locknotification.php', 'lock', '356938030000054', '{"message":"Lock initiated  successfully."}', '4587adb0-dd90-4d86-b232-3922002d15a7', '192.0.2.1', 2, 'session', 'success');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (18, '2026-11-21T11:02:00.000Z', 'operator@example.com', 'login.php', '', '', '{"message":"logged in"}', 'bbe53f2f-bde5-4888-aaaf-62d1eeca5cd8', '192.0.2.1', 3, 'anonymous', 'success');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (19, '2026-11-21T11:02:00.000Z', 'superadmin@example.com', 'login.php', '', '', '{"message":"logged in"}', 'fe7838b8-5a95-4239-a4f6-ff0b2ac5cf72', '192.0.2.1', 1, 'anonymous', 'success');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (20, '2026-11-21T11:02:00.000Z', 'admin@example.com', 'login.php', '', '', '{"message":"logged in"}', '27509e0f-0504-48e1-b7b3-357237b2e7f1', '192.0.2.1', 2, 'anonymous', 'success');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (21, '2026-11-21T11:02:00.000Z', 'admin@example.com', 'generate_key.php', '', '', '{"key_name":"ERP","user_id":"admin@example.com","message":"API key generated. Copy it now; it is not shown again."}', '96b494de-9fb3-4953-965a-27ffc0f84797', '192.0.2.1', 2, 'session', 'success');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (22, '2026-11-21T11:02:00.000Z', 'operator@example.com', 'locknotification.php', 'lock', '356938030000062', '{"message":"Lock initiated  successfully."}', '1121ca4a-dd9d-438b-af9d-d33a5e8e929e', '192.0.2.1', 3, 'session', 'success');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (23, '2026-11-21T11:02:00.000Z', 'admin@example.com', 'locknotification.php', 'release', '356938030000070', '{"message":"This command waits for the approval of a second person. Nothing has been sent yet."}', '74382d87-9b46-4594-90a9-60110a8f6464', '192.0.2.1', 2, 'session', 'success');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (24, '2026-11-21T11:02:00.000Z', 'viewer@example.com', 'login.php', '', '', '{"message":"Invalid email or password"}', 'fdd2cf0d-2e62-4232-b79b-2e1af8e87667', '192.0.2.1', 4, 'anonymous', 'refused');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (25, '2026-11-21T11:02:00.000Z', 'superadmin@example.com', 'addUser.php', '', '', '{"permissions":[1],"account":"clerk@example.com","message":"User Added successfully"}', '6e8f5dd5-d3d5-4f5a-bb3e-5aef16a411db', '192.0.2.1', 1, 'session', 'success');
INSERT INTO public.audit_log OVERRIDING SYSTEM VALUE VALUES (26, '2026-11-21T11:02:00.000Z', 'admin@example.com', 'locknotification.php', 'unlock', '356938030000005', '{"message":"Unlock  Notification sent successfully."}', '7d75bde0-95ec-46e6-a102-260edfb503aa', '192.0.2.1', 2, 'session', 'success');


--
-- Data for Name: audit_seals; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.audit_seals VALUES (1, '{"version":1,"sequence":1,"at":"2026-11-21T11:02:00.000Z","previous":"0000000000000000000000000000000000000000000000000000000000000000","ids":[[1,26]],"until":26,"gaps":[],"complete":true}', '\x882a7b9ccf906dec9ac5a23c75fdb92c6684f3809e31abfef4fa8de01a86054efa36722f33378b575bc0c1db9f3bd9ad9324eea2adf4ee9070847fa2ea2435339c5929b033df47332a350c110ef8e822c41a37f12467dbfe2ebd3be81b6add51ecb077d179b2e3bc736060d11d8c9c123a1fbf79fd12d68f0d1afc188045d4546da838cbbfd69945f704a6e7a7153fab78b9827604509a2a01a22556802f17036b091fda22cf34e9f4ad27da59a18e34b74cf5b55af0f17e58a71f2d6c770b45223138fd0116348b39dcda0ea4caf0057467ba9fcf9c659b1588e4ef69500258005f7c59293db2ee1570a8dcafbb967d8c3b7d209986999bfa1044252f167bf607469dccbf386758bc62d35238b28dd0d2ac7cba3e0705aa396e574d6dbd5845c7ed9355cb455451dc6e6017202dcb4ba02e190ad0b756c04f5bdbdd633ce3933a1c6c98c26ea1b28b38504ce22694145b7d2d3f587911e39a185b42c0bb0fca8e92e58ac32912c2bb916007ad7d6fc8c799737d654c2bf03dccf1cbc4c117b3cd4ed22aa10081e3fb42c59a02027748a78dd92b691c930edd23d80876aee153b7d8ee36ae4dbcd7862b46b8f0a3da1bec2647720e74b9bd4473f6b203214cfe64286448dd75977a1f50639ee6d001f5bf065c2676a01e7dc44253cbffd2f27fe7fc6691e8cfc457ad0ddbed260a228325cc5b14ec99768db7b979fe5a324caa25bf5ad6cd6f87ea3362d61881aacbb86eea2e6e85417e5c02ee64eb61b2d099625b82df1c9de367bd3b41db782258d5d17f20b5aa4bc8d1fdc6366947457f046baf372bfee1a82a76cc2d2f106e1b38039cd98840340a371975b7969b677d55b542024618154a7a949559b6f127d93cdc5926fdd414edb6e50d8be9e165b2bdba865fa151b486b132f34c6b487835a9c8713acc1b153f934d40e36d5433fc22062e57b181c8006f543def91473b5e2220679f5ff510225cc453924089f7f8514b5874796e17b89f734f51c62c5d3d393f72620212c57f7a54a40cc1f10db414fb1b9ab491b68a9b8d00b79b551c8d18ded17e28b8311d33748bdff2361af92738b0bf5a860d7de087ea3469ea5c08d973e75d74c0441eb52c8f170b20c2b3eb88da6f31280dbd270dce7ff27ea82f3b088946617fc29452db961aca1c59235962c2fb400cca0c50f3da41b74943c63fc6ff30321a0fe69766af00029fbfb026', '62c2fb400cca0c50f3da41b74943c63fc6ff30321a0fe69766af00029fbfb026', NULL);


--
-- Data for Name: batch_items; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.batch_items VALUES (1, 1, '648cce4e-be48-54d6-b7e8-b174a6504f7f', 'found', '', 2);
INSERT INTO public.batch_items VALUES (1, 2, '03c3c103-902e-5036-bfb4-df6169038811', 'found', '', 3);
INSERT INTO public.batch_items VALUES (1, 3, '34ec2636-9d59-53bb-a4ca-f12801111417', 'not found', '', NULL);
INSERT INTO public.batch_items VALUES (2, 1, '6d5b1813-d248-56f6-9e00-76de09d9a9c9', 'found', '', 4);


--
-- Data for Name: batches; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.batches OVERRIDING SYSTEM VALUE VALUES (1, 3, 'f09b6335-c007-423e-b778-01c046764046', 'lock', '', '2026-11-20T10:01:00.000Z', 'lock.csv', 'lock-20261120100100-b647d878eac822f3.csv', 'lock', 3, 3, 0, 0, 'efe15dd0-82d3-46a2-90ee-9fc93bb895f3', 'browser of operator@example.com', '2026-11-20T10:01:00.000Z', 3, 2, 1, 0, 'complete');
INSERT INTO public.batches OVERRIDING SYSTEM VALUE VALUES (2, 2, '0475e4da-a857-419f-bb1d-ae3561d1392a', 'unlock', '', '2026-11-20T10:02:00.000Z', 'unlock.csv', 'unlock-20261120100200-a9a1e0954c30c677.csv', 'unlock', 2, 2, 0, 0, '599a1b20-62b0-48b5-8c21-bba42a78e220', 'browser of admin@example.com', '2026-11-20T10:02:00.000Z', 2, 1, 0, 0, 'open');


--
-- Data for Name: command_counts; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.command_counts VALUES ('account', 3, '2026-11-20T00:00:00.000Z', 4);
INSERT INTO public.command_counts VALUES ('account', 2, '2026-11-20T00:00:00.000Z', 2);
INSERT INTO public.command_counts VALUES ('account', 3, '2026-11-21T00:00:00.000Z', 1);
INSERT INTO public.command_counts VALUES ('account', 2, '2026-11-21T00:00:00.000Z', 1);


--
-- Data for Name: command_pauses; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: commands; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.commands OVERRIDING SYSTEM VALUE VALUES (4, 2, '6d5b1813-d248-56f6-9e00-76de09d9a9c9', 'admin@example.com', '356938030000039', 'unlock', 'UNLOCK', 'unlock', 'unlock-20261120100200-a9a1e0954c30c677.csv', '', 'B', '{}', '0475e4da-a857-419f-bb1d-ae3561d1392a', 'cancelled', 'Cancelled by superadmin@example.com: A mistake', '2026-11-20T10:02:00.000Z', '2026-11-20T10:02:00.000Z', 0, NULL, 'f93fe3a2-b3b9-5d81-aeaa-9cea1b7632a0', 0, '25a680c1-16cb-44b1-84bf-27d09c2fbeec', '25a680c1-16cb-44b1-84bf-27d09c2fbeec', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-20T10:02:00.000Z');
INSERT INTO public.commands OVERRIDING SYSTEM VALUE VALUES (1, 3, '15b494f4-13a9-4a04-8cd9-f350788b8ca9', 'operator@example.com', '356938030000005', 'lock', 'LOCK', 'lock', '', '', 'S', '{}', NULL, 'acknowledged', '', '2026-11-20T10:00:01.000Z', '2026-11-20T10:01:00.000Z', 0, NULL, '0ae06af3-d3c4-5376-a866-9ac1f08957dd', 0, '25a680c1-16cb-44b1-84bf-27d09c2fbeec', '25a680c1-16cb-44b1-84bf-27d09c2fbeec', NULL, '2026-11-20T10:00:00.000Z', '2026-11-20T10:00:00.000Z', NULL, NULL, NULL, '2026-11-20T10:00:00.000Z');
INSERT INTO public.commands OVERRIDING SYSTEM VALUE VALUES (5, 2, '4587adb0-dd90-4d86-b232-3922002d15a7', 'admin@example.com', '356938030000054', 'lock', 'LOCK', 'lock', '', '', 'S', '{}', NULL, 'expired', 'It could not be sent within its lifetime.', '2026-11-20T10:02:00.000Z', '2026-11-21T11:02:00.000Z', 0, NULL, 'a381a8a7-a3a1-548e-810e-a67f90dacc53', 0, '25a680c1-16cb-44b1-84bf-27d09c2fbeec', '25a680c1-16cb-44b1-84bf-27d09c2fbeec', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-20T10:02:00.000Z');
INSERT INTO public.commands OVERRIDING SYSTEM VALUE VALUES (2, 3, '648cce4e-be48-54d6-b7e8-b174a6504f7f', 'operator@example.com', '356938030000013', 'lock', 'LOCK', 'lock', 'lock-20261120100100-b647d878eac822f3.csv', '', 'B', '{}', 'f09b6335-c007-423e-b778-01c046764046', 'acknowledged', '', '2026-11-20T10:01:01.000Z', '2026-11-20T10:02:00.000Z', 0, NULL, 'cd9f109c-e9bb-5ea8-98d5-e99595cb38c3', 0, '25a680c1-16cb-44b1-84bf-27d09c2fbeec', '25a680c1-16cb-44b1-84bf-27d09c2fbeec', NULL, '2026-11-20T10:01:00.000Z', '2026-11-20T10:01:00.000Z', NULL, NULL, NULL, '2026-11-20T10:01:00.000Z');
INSERT INTO public.commands OVERRIDING SYSTEM VALUE VALUES (3, 3, '03c3c103-902e-5036-bfb4-df6169038811', 'operator@example.com', '356938030000021', 'lock', 'LOCK', 'lock', 'lock-20261120100100-b647d878eac822f3.csv', '', 'B', '{}', 'f09b6335-c007-423e-b778-01c046764046', 'acknowledged', '', '2026-11-20T10:01:01.000Z', '2026-11-20T10:02:00.000Z', 0, NULL, 'a9a9c436-fa9b-5e36-a718-bbf00ce964e0', 0, '25a680c1-16cb-44b1-84bf-27d09c2fbeec', '25a680c1-16cb-44b1-84bf-27d09c2fbeec', NULL, '2026-11-20T10:01:00.000Z', '2026-11-20T10:01:00.000Z', NULL, NULL, NULL, '2026-11-20T10:01:00.000Z');
INSERT INTO public.commands OVERRIDING SYSTEM VALUE VALUES (6, 3, '1121ca4a-dd9d-438b-af9d-d33a5e8e929e', 'operator@example.com', '356938030000062', 'lock', 'LOCK', 'lock', '', '', 'S', '{}', NULL, 'sent', '', '2026-11-21T11:02:01.000Z', '2026-11-21T11:02:00.000Z', 0, NULL, '34fbaa1c-07b5-54d7-b8f8-726d667cbc08', 0, '25a680c1-16cb-44b1-84bf-27d09c2fbeec', '25a680c1-16cb-44b1-84bf-27d09c2fbeec', NULL, '2026-11-21T11:02:00.000Z', '2026-11-21T11:02:00.000Z', NULL, NULL, NULL, '2026-11-21T11:02:00.000Z');
INSERT INTO public.commands OVERRIDING SYSTEM VALUE VALUES (7, 2, '7d75bde0-95ec-46e6-a102-260edfb503aa', 'admin@example.com', '356938030000005', 'unlock', 'UNLOCK', 'unlock', '', '', 'S', '{}', NULL, 'queued', '', '2026-11-21T11:02:00.000Z', '2026-11-21T11:02:00.000Z', 0, NULL, '7cf0e0fd-cf9c-561e-bd57-d4e45b3fe5d7', 0, '25a680c1-16cb-44b1-84bf-27d09c2fbeec', '25a680c1-16cb-44b1-84bf-27d09c2fbeec', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-21T11:02:00.000Z');


--
-- Data for Name: devices; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.devices VALUES ('356938030000047', '356938040000045', 'Samsung', 'Galaxy A15', 'REGISTERED', '4.2.0', 'Standard', '', 'ENROLLED', NULL, '2026-11-18T10:00:00.000Z', '2026-11-18T10:00:00.000Z');
INSERT INTO public.devices VALUES ('356938030000070', '356938040000078', 'Samsung', 'Galaxy A15', 'REGISTERED', '4.1.3', 'Standard', '', 'ENROLLED', NULL, '2026-11-18T10:00:00.000Z', '2026-11-18T10:00:00.000Z');
INSERT INTO public.devices VALUES ('356938030000088', '356938040000086', 'Samsung', 'Galaxy A15', 'NOT REGISTERED', '4.1.3', 'Standard', '', 'RELEASED', NULL, '2026-11-18T10:00:00.000Z', '2026-11-18T10:00:00.000Z');
INSERT INTO public.devices VALUES ('356938030000096', '356938040000094', 'Samsung', 'Galaxy A15', 'REGISTERED', '4.1.3', 'Standard', '', 'DE-ENROLLED', NULL, '2026-11-18T10:00:00.000Z', '2026-11-18T10:00:00.000Z');
INSERT INTO public.devices VALUES ('356938030000013', '356938040000011', 'Samsung', 'Galaxy A15', 'REGISTERED', '4.2.0', 'Standard', 'LOCK', 'ENROLLED', '2026-11-20T10:01:00.000Z', '2026-11-18T10:00:00.000Z', '2026-11-20T10:01:00.000Z');
INSERT INTO public.devices VALUES ('356938030000021', '356938040000029', 'Samsung', 'Galaxy A15', 'REGISTERED', '4.2.0', 'Standard', 'LOCK', 'ENROLLED', '2026-11-20T10:01:00.000Z', '2026-11-18T10:00:00.000Z', '2026-11-20T10:01:00.000Z');
INSERT INTO public.devices VALUES ('356938030000039', '356938040000037', 'Samsung', 'Galaxy A15', 'REGISTERED', '4.2.0', 'Standard', 'UNLOCK', 'ENROLLED', '2026-11-20T10:02:00.000Z', '2026-11-18T10:00:00.000Z', '2026-11-20T10:02:00.000Z');
INSERT INTO public.devices VALUES ('356938030000054', '356938040000052', 'Samsung', 'Galaxy A15', 'REGISTERED', '4.1.3', 'Standard', 'LOCK', 'ENROLLED', '2026-11-20T10:02:00.000Z', '2026-11-18T10:00:00.000Z', '2026-11-20T10:02:00.000Z');
INSERT INTO public.devices VALUES ('356938030000062', '356938040000060', 'Samsung', 'Galaxy A15', 'REGISTERED', '4.1.3', 'Standard', 'LOCK', 'ENROLLED', '2026-11-21T11:02:00.000Z', '2026-11-18T10:00:00.000Z', '2026-11-21T11:02:00.000Z');
INSERT INTO public.devices VALUES ('356938030000005', '356938040000003', 'Samsung', 'Galaxy A15', 'REGISTERED', '4.2.0', 'Standard', 'UNLOCK', 'ENROLLED', '2026-11-21T11:02:00.000Z', '2026-11-18T10:00:00.000Z', '2026-11-21T11:02:00.000Z');


--
-- Data for Name: enrolments; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: gateway_errors; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: gateway_figures; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.gateway_figures VALUES ('2026-11-20T10:00:00.000Z', 'acknowledged in 115', 3);
INSERT INTO public.gateway_figures VALUES ('2026-11-20T10:00:00.000Z', 'acknowledged', 3);
INSERT INTO public.gateway_figures VALUES ('2026-11-20T10:00:00.000Z', 'waiting', 0);
INSERT INTO public.gateway_figures VALUES ('2026-11-20T10:00:00.000Z', 'unanswered', 0);
INSERT INTO public.gateway_figures VALUES ('2026-11-20T10:00:00.000Z', 'cancelled', 1);
INSERT INTO public.gateway_figures VALUES ('2026-11-21T11:00:00.000Z', 'expired', 1);
INSERT INTO public.gateway_figures VALUES ('2026-11-21T11:00:00.000Z', 'waiting', 0);
INSERT INTO public.gateway_figures VALUES ('2026-11-21T11:00:00.000Z', 'unanswered', 0);


--
-- Data for Name: identity_challenges; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: intents; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.intents OVERRIDING SYSTEM VALUE VALUES (1, 3, 'lock', '356938030000013,356938030000021,356938039999990', '2026-11-20T10:01:00.000Z', 'f09b6335-c007-423e-b778-01c046764046', 3);
INSERT INTO public.intents OVERRIDING SYSTEM VALUE VALUES (2, 2, 'unlock', '356938030000039,356938030000047', '2026-11-20T10:02:00.000Z', '0475e4da-a857-419f-bb1d-ae3561d1392a', 2);


--
-- Data for Name: kysely_migration; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.kysely_migration VALUES ('0001-initial', '2026-11-29T14:12:09.287Z');


--
-- Data for Name: kysely_migration_lock; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.kysely_migration_lock VALUES ('migration_lock', 0);


--
-- Data for Name: outcomes; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.outcomes VALUES (3, 'POST', 'locknotification.php', '15b494f4-13a9-4a04-8cd9-f350788b8ca9', '51f1602be8c489009e89ed6b091dfb13bbc0f921a3b626430fde4f282a933cb6', '{"status":"success","message":"Lock initiated  successfully."}', '2026-11-20T10:00:00.000Z');
INSERT INTO public.outcomes VALUES (3, 'POST', 'bulkLockCopy.php', '7eaaf8c6-c01a-45c0-a601-d6df2f1ecdff', '664cfc50869cbf79b24e96a768d8ca654a6abfd063f6ef99a21cb93a29c34b2a', '{"status":"success","message":"File uploaded successfully","file":"lock-20261120100100-b647d878eac822f3.csv"}', '2026-11-20T10:01:00.000Z');
INSERT INTO public.outcomes VALUES (3, 'POST', 'getimeidetails.php', '03c3c103-902e-5036-bfb4-df6169038811', 'bf0be2ba5adee834d5f97df84c3a3755bffeaf87ded6c95aceda7d9aa3c8b5b4', '{"status":"success","message":"found"}', '2026-11-20T10:01:00.000Z');
INSERT INTO public.outcomes VALUES (3, 'POST', 'getimeidetails.php', '648cce4e-be48-54d6-b7e8-b174a6504f7f', 'c88d1148212b89fb86e6f93687a206e9a65cf720c36c104a30f254de9a9cec63', '{"status":"success","message":"found"}', '2026-11-20T10:01:00.000Z');
INSERT INTO public.outcomes VALUES (3, 'POST', 'getimeidetails.php', '34ec2636-9d59-53bb-a4ca-f12801111417', 'bc9f4af6e4a084d72de2b64a96c4a7363bf8337929984a34d3c5af3c5f863a49', '{"status":"success","message":"not found"}', '2026-11-20T10:01:00.000Z');
INSERT INTO public.outcomes VALUES (2, 'POST', 'bulkUnlockCopy.php', 'eec7b976-b3a9-4191-ab2d-21d2ea268898', '6c5e3b77586b2ab9ec6bc67ed40040f1780ee1e4f8bb1e6b12b1f9401946c321', '{"status":"success","message":"File uploaded successfully","file":"unlock-20261120100200-a9a1e0954c30c677.csv"}', '2026-11-20T10:02:00.000Z');
INSERT INTO public.outcomes VALUES (2, 'POST', 'getimeidetails.php', '6d5b1813-d248-56f6-9e00-76de09d9a9c9', '5868032a4e687dbf63ac2a8477b3fde2bcb877ab638449fdef68c29626e1f686', '{"status":"success","message":"found"}', '2026-11-20T10:02:00.000Z');
INSERT INTO public.outcomes VALUES (1, 'POST', 'operationsDecide.php', '9a30d6cf-d98e-4150-8106-73f149973883', 'd5a6c13f151d8c432ff8b0afa62bb9444397c3885aa0059ff73cd11eace8380b', '{"status":"success","message":"1 done, 0 not.","done":1,"notDone":0,"items":[],"next":""}', '2026-11-20T10:02:00.000Z');
INSERT INTO public.outcomes VALUES (2, 'POST', 'locknotification.php', '4587adb0-dd90-4d86-b232-3922002d15a7', '0de9e5047c680fe2029735636828ecd6214b9b88c657ed9c8712e653e578c2ef', '{"status":"success","message":"Lock initiated  successfully."}', '2026-11-20T10:02:00.000Z');
INSERT INTO public.outcomes VALUES (2, 'POST', 'generate_key.php', '96b494de-9fb3-4953-965a-27ffc0f84797', '8ccc7613d1b56f8f4767a8d5ebdd75be1c1ceab6e114459bc3aee51753d729d2', '{"status":"success","message":"This key was made already, by the same request. Its text is shown once, with the first answer; if nobody has it, deactivate the key and generate another."}', '2026-11-21T11:02:00.000Z');
INSERT INTO public.outcomes VALUES (3, 'POST', 'locknotification.php', '1121ca4a-dd9d-438b-af9d-d33a5e8e929e', '5763df5c2c1882ca41cba6c71f431ed569b8f1ce6327461438fdd4f7186a5344', '{"status":"success","message":"Lock initiated  successfully."}', '2026-11-21T11:02:00.000Z');
INSERT INTO public.outcomes VALUES (2, 'POST', 'locknotification.php', '74382d87-9b46-4594-90a9-60110a8f6464', '91f1798e8919d8e3f6658fb5c8fe0877c439d95be58be3576da5a8adedd38b47', '{"status":"error","message":"This command waits for the approval of a second person. Nothing has been sent yet.","reason":"approval"}', '2026-11-21T11:02:00.000Z');
INSERT INTO public.outcomes VALUES (1, 'POST', 'addUser.php', '6e8f5dd5-d3d5-4f5a-bb3e-5aef16a411db', '$argon2id$v=19$m=19456,t=2,p=1$NOsSRotmnv82dMGCpT5ZhA$EeNanvUVFO5VwgXPmChy/8fCVNDojivWDgYeq/Kw4YA', '{"status":"success","message":"User Added successfully"}', '2026-11-21T11:02:00.000Z');
INSERT INTO public.outcomes VALUES (2, 'POST', 'locknotification.php', '7d75bde0-95ec-46e6-a102-260edfb503aa', '7e9554e62bf2a11c9b157c3ef6dc25854b4cb5766ef4481565a2d33ef01c11f1', '{"status":"success","message":"Unlock  Notification sent successfully."}', '2026-11-21T11:02:00.000Z');


--
-- Data for Name: password_resets; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: permissions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.permissions OVERRIDING SYSTEM VALUE VALUES (1, 'Enable Notification');
INSERT INTO public.permissions OVERRIDING SYSTEM VALUE VALUES (2, 'Set Wallpaper');
INSERT INTO public.permissions OVERRIDING SYSTEM VALUE VALUES (3, 'Remove Wallpaper');
INSERT INTO public.permissions OVERRIDING SYSTEM VALUE VALUES (4, 'Activate Alarm');
INSERT INTO public.permissions OVERRIDING SYSTEM VALUE VALUES (5, 'Deactivate Alarm');
INSERT INTO public.permissions OVERRIDING SYSTEM VALUE VALUES (6, 'Disable App');
INSERT INTO public.permissions OVERRIDING SYSTEM VALUE VALUES (7, 'Restore App');
INSERT INTO public.permissions OVERRIDING SYSTEM VALUE VALUES (8, 'Disable Camera');
INSERT INTO public.permissions OVERRIDING SYSTEM VALUE VALUES (9, 'Enable Camera');
INSERT INTO public.permissions OVERRIDING SYSTEM VALUE VALUES (10, 'Release Device');
INSERT INTO public.permissions OVERRIDING SYSTEM VALUE VALUES (11, 'Lock Device');
INSERT INTO public.permissions OVERRIDING SYSTEM VALUE VALUES (12, 'Unlock Device');
INSERT INTO public.permissions OVERRIDING SYSTEM VALUE VALUES (13, 'Block App');
INSERT INTO public.permissions OVERRIDING SYSTEM VALUE VALUES (14, 'Unblock App');
INSERT INTO public.permissions OVERRIDING SYSTEM VALUE VALUES (15, 'Device Details');
INSERT INTO public.permissions OVERRIDING SYSTEM VALUE VALUES (16, 'Formatted Device');
INSERT INTO public.permissions OVERRIDING SYSTEM VALUE VALUES (17, 'Enable Credit');
INSERT INTO public.permissions OVERRIDING SYSTEM VALUE VALUES (18, 'Revoke Credit');
INSERT INTO public.permissions OVERRIDING SYSTEM VALUE VALUES (19, 'Reports');
INSERT INTO public.permissions OVERRIDING SYSTEM VALUE VALUES (20, 'App Version');
INSERT INTO public.permissions OVERRIDING SYSTEM VALUE VALUES (21, 'Audit Report');
INSERT INTO public.permissions OVERRIDING SYSTEM VALUE VALUES (22, 'Approvals');


--
-- Data for Name: recovery_codes; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: registrations; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.registrations OVERRIDING SYSTEM VALUE VALUES (1, '356938030000005', '356938040000003', '2026-11-18T10:00:00.000Z', 'Samsung', 'Galaxy A15', 'REGISTERED', 'YES');
INSERT INTO public.registrations OVERRIDING SYSTEM VALUE VALUES (2, '356938030000013', '356938040000011', '2026-11-18T10:00:00.000Z', 'Samsung', 'Galaxy A15', 'REGISTERED', 'YES');
INSERT INTO public.registrations OVERRIDING SYSTEM VALUE VALUES (3, '356938030000021', '356938040000029', '2026-11-18T10:00:00.000Z', 'Samsung', 'Galaxy A15', 'REGISTERED', 'YES');
INSERT INTO public.registrations OVERRIDING SYSTEM VALUE VALUES (4, '356938030000039', '356938040000037', '2026-11-18T10:00:00.000Z', 'Samsung', 'Galaxy A15', 'REGISTERED', 'YES');
INSERT INTO public.registrations OVERRIDING SYSTEM VALUE VALUES (5, '356938030000047', '356938040000045', '2026-11-18T10:00:00.000Z', 'Samsung', 'Galaxy A15', 'REGISTERED', 'YES');
INSERT INTO public.registrations OVERRIDING SYSTEM VALUE VALUES (6, '356938030000054', '356938040000052', '2026-11-18T10:00:00.000Z', 'Samsung', 'Galaxy A15', 'REGISTERED', 'YES');
INSERT INTO public.registrations OVERRIDING SYSTEM VALUE VALUES (7, '356938030000062', '356938040000060', '2026-11-18T10:00:00.000Z', 'Samsung', 'Galaxy A15', 'REGISTERED', 'YES');
INSERT INTO public.registrations OVERRIDING SYSTEM VALUE VALUES (8, '356938030000070', '356938040000078', '2026-11-18T10:00:00.000Z', 'Samsung', 'Galaxy A15', 'REGISTERED', 'YES');
INSERT INTO public.registrations OVERRIDING SYSTEM VALUE VALUES (9, '356938030000088', '356938040000086', '2026-11-18T10:00:00.000Z', 'Samsung', 'Galaxy A15', 'REGISTERED', 'YES');
INSERT INTO public.registrations OVERRIDING SYSTEM VALUE VALUES (10, '356938030000096', '356938040000094', '2026-11-18T10:00:00.000Z', 'Samsung', 'Galaxy A15', 'REGISTERED', 'YES');


--
-- Data for Name: releases; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.releases OVERRIDING SYSTEM VALUE VALUES (1, '356938030000088', '356938040000086', '2026-11-18T10:00:00.000Z', 'Samsung', 'Galaxy A15');


--
-- Data for Name: remote_failure_counts; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: remote_failures; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: remote_loads; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: second_factors; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: sessions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.sessions OVERRIDING SYSTEM VALUE VALUES (1, 3, '4c88233a40457cd6d693e991cdac2e01f9a088c7ee7b5a6eb44eacab95cc6017', '2026-11-20T18:00:00.000Z', '2026-11-20T10:00:00.000Z', NULL, '192.0.2.1', '2026-11-20T10:02:00.000Z', '192.0.2.1', '2026-11-20T10:00:00.000Z', NULL, NULL, NULL);
INSERT INTO public.sessions OVERRIDING SYSTEM VALUE VALUES (3, 2, '6b13788b593716f207923af0cfe1d46b62da6fc73bcde82e79af2bfce0a31026', '2026-11-20T18:00:00.000Z', '2026-11-20T10:00:00.000Z', NULL, '192.0.2.1', '2026-11-20T10:02:00.000Z', '192.0.2.1', '2026-11-20T10:00:00.000Z', NULL, NULL, NULL);
INSERT INTO public.sessions OVERRIDING SYSTEM VALUE VALUES (2, 1, '38f8c9d5fccb8fb6c83f42f1ec1a7111399e2690c12c555a49e33f28dc6cb500', '2026-11-20T18:00:00.000Z', '2026-11-20T10:00:00.000Z', NULL, '192.0.2.1', '2026-11-20T10:02:00.000Z', '192.0.2.1', '2026-11-20T10:00:00.000Z', NULL, NULL, NULL);
INSERT INTO public.sessions OVERRIDING SYSTEM VALUE VALUES (4, 3, '264fbb5b5488e51b9b5b3c7210c67da865f93490583b97f498225b28e3609b0e', '2026-11-21T19:02:00.000Z', '2026-11-21T11:02:00.000Z', NULL, '192.0.2.1', '2026-11-21T11:02:00.000Z', '192.0.2.1', '2026-11-21T11:02:00.000Z', NULL, NULL, NULL);
INSERT INTO public.sessions OVERRIDING SYSTEM VALUE VALUES (5, 1, 'acf6525081fa63fdb37ce79317e86ba161b01241b10f250174c7b3d6c897e9d0', '2026-11-21T19:02:00.000Z', '2026-11-21T11:02:00.000Z', NULL, '192.0.2.1', '2026-11-21T11:02:00.000Z', '192.0.2.1', '2026-11-21T11:02:00.000Z', NULL, NULL, NULL);
INSERT INTO public.sessions OVERRIDING SYSTEM VALUE VALUES (6, 2, '3c9fd3d56303fea1ef6c9ca1c0a42a708cac5af23f1577a60210e3ccd12be956', '2026-11-21T19:02:00.000Z', '2026-11-21T11:02:00.000Z', NULL, '192.0.2.1', '2026-11-21T11:02:00.000Z', '192.0.2.1', '2026-11-21T11:02:00.000Z', NULL, NULL, NULL);


--
-- Data for Name: settings; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.settings VALUES ('schema_works_since', '0001-initial');
INSERT INTO public.settings VALUES ('token_key', 'n7pbbSGFz5iLnUu3c8jjzJuLPdRpakwxKTxZgDCSsWA');
INSERT INTO public.settings VALUES ('deployment_epoch', '25a680c1-16cb-44b1-84bf-27d09c2fbeec');
INSERT INTO public.settings VALUES ('deployment_epochs', '["25a680c1-16cb-44b1-84bf-27d09c2fbeec"]');
INSERT INTO public.settings VALUES ('report_cursor_key', '-K6uXZH8xR1XCGLluzVkUf-uiGCsNUnCCTMzlwYuLJA');


--
-- Data for Name: single_sign_ons; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: upload_contents; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.upload_contents VALUES (1, '\x736e6f2c696d6569310d0a');
INSERT INTO public.upload_contents VALUES (2, '\x736e6f2c696d6569310d0a');


--
-- Data for Name: uploads; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.uploads OVERRIDING SYSTEM VALUE VALUES (1, 3, 'lock-20261120100100-b647d878eac822f3.csv', 'lock.csv', 'lock', 'lockfiles', '2026-11-20T10:02:00.000Z', 'complete', '356938039999990', '', 'f09b6335-c007-423e-b778-01c046764046', '2026-11-20T10:01:00.000Z');
INSERT INTO public.uploads OVERRIDING SYSTEM VALUE VALUES (2, 2, 'unlock-20261120100200-a9a1e0954c30c677.csv', 'unlock.csv', 'unlock', 'unlockfiles', '2026-11-20T10:02:00.000Z', 'incomplete', '', '', '0475e4da-a857-419f-bb1d-ae3561d1392a', '2026-11-20T10:02:00.000Z');


--
-- Name: account_identities_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.account_identities_id_seq', 1, false);


--
-- Name: accounts_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.accounts_id_seq', 5, true);


--
-- Name: api_keys_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.api_keys_id_seq', 1, true);


--
-- Name: approvals_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.approvals_id_seq', 1, true);


--
-- Name: audit_log_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.audit_log_id_seq', 26, true);


--
-- Name: batches_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.batches_id_seq', 2, true);


--
-- Name: commands_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.commands_id_seq', 7, true);


--
-- Name: enrolments_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.enrolments_id_seq', 1, false);


--
-- Name: identity_challenges_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.identity_challenges_id_seq', 1, false);


--
-- Name: intents_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.intents_id_seq', 2, true);


--
-- Name: password_resets_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.password_resets_id_seq', 1, false);


--
-- Name: permissions_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.permissions_id_seq', 22, true);


--
-- Name: recovery_codes_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.recovery_codes_id_seq', 1, false);


--
-- Name: registrations_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.registrations_id_seq', 10, true);


--
-- Name: releases_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.releases_id_seq', 1, true);


--
-- Name: remote_failures_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.remote_failures_id_seq', 1, false);


--
-- Name: second_factors_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.second_factors_id_seq', 1, false);


--
-- Name: sessions_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.sessions_id_seq', 6, true);


--
-- Name: single_sign_ons_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.single_sign_ons_id_seq', 1, false);


--
-- Name: uploads_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.uploads_id_seq', 2, true);


--
-- Name: account_identities account_identities_account_id_issuer_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.account_identities
    ADD CONSTRAINT account_identities_account_id_issuer_key UNIQUE (account_id, issuer);


--
-- Name: account_identities account_identities_issuer_subject_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.account_identities
    ADD CONSTRAINT account_identities_issuer_subject_key UNIQUE (issuer, subject);


--
-- Name: account_identities account_identities_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.account_identities
    ADD CONSTRAINT account_identities_pkey PRIMARY KEY (id);


--
-- Name: account_permissions account_permissions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.account_permissions
    ADD CONSTRAINT account_permissions_pkey PRIMARY KEY (account_id, permission_id);


--
-- Name: accounts accounts_email_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_email_key UNIQUE (email);


--
-- Name: accounts accounts_phone_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_phone_key UNIQUE (phone);


--
-- Name: accounts accounts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);


--
-- Name: api_keys api_keys_key_hash_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_key_hash_key UNIQUE (key_hash);


--
-- Name: api_keys api_keys_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);


--
-- Name: approvals approvals_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.approvals
    ADD CONSTRAINT approvals_pkey PRIMARY KEY (id);


--
-- Name: attempts attempts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.attempts
    ADD CONSTRAINT attempts_pkey PRIMARY KEY (subject);


--
-- Name: audit_log audit_log_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (id);


--
-- Name: audit_seals audit_seals_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit_seals
    ADD CONSTRAINT audit_seals_pkey PRIMARY KEY (sequence);


--
-- Name: batch_items batch_items_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.batch_items
    ADD CONSTRAINT batch_items_pkey PRIMARY KEY (batch, "row");


--
-- Name: batches batches_batch_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.batches
    ADD CONSTRAINT batches_batch_id_key UNIQUE (batch_id);


--
-- Name: batches batches_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.batches
    ADD CONSTRAINT batches_pkey PRIMARY KEY (id);


--
-- Name: command_counts command_counts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.command_counts
    ADD CONSTRAINT command_counts_pkey PRIMARY KEY (kind, id, begins_at);


--
-- Name: command_pauses command_pauses_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.command_pauses
    ADD CONSTRAINT command_pauses_pkey PRIMARY KEY (account_id);


--
-- Name: commands commands_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.commands
    ADD CONSTRAINT commands_pkey PRIMARY KEY (id);


--
-- Name: devices devices_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.devices
    ADD CONSTRAINT devices_pkey PRIMARY KEY (imei1);


--
-- Name: enrolments enrolments_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.enrolments
    ADD CONSTRAINT enrolments_pkey PRIMARY KEY (id);


--
-- Name: gateway_errors gateway_errors_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.gateway_errors
    ADD CONSTRAINT gateway_errors_pkey PRIMARY KEY (period, message);


--
-- Name: gateway_figures gateway_figures_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.gateway_figures
    ADD CONSTRAINT gateway_figures_pkey PRIMARY KEY (period, name);


--
-- Name: identity_challenges identity_challenges_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.identity_challenges
    ADD CONSTRAINT identity_challenges_pkey PRIMARY KEY (id);


--
-- Name: identity_challenges identity_challenges_ticket_hash_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.identity_challenges
    ADD CONSTRAINT identity_challenges_ticket_hash_key UNIQUE (ticket_hash);


--
-- Name: intents intents_account_id_batch_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.intents
    ADD CONSTRAINT intents_account_id_batch_id_key UNIQUE (account_id, batch_id);


--
-- Name: intents intents_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.intents
    ADD CONSTRAINT intents_pkey PRIMARY KEY (id);


--
-- Name: kysely_migration_lock kysely_migration_lock_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);


--
-- Name: kysely_migration kysely_migration_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);


--
-- Name: outcomes outcomes_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.outcomes
    ADD CONSTRAINT outcomes_pkey PRIMARY KEY (account_id, method, path, transaction_id);


--
-- Name: password_resets password_resets_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.password_resets
    ADD CONSTRAINT password_resets_pkey PRIMARY KEY (id);


--
-- Name: password_resets password_resets_secret_hash_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.password_resets
    ADD CONSTRAINT password_resets_secret_hash_key UNIQUE (secret_hash);


--
-- Name: permissions permissions_name_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.permissions
    ADD CONSTRAINT permissions_name_key UNIQUE (name);


--
-- Name: permissions permissions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.permissions
    ADD CONSTRAINT permissions_pkey PRIMARY KEY (id);


--
-- Name: recovery_codes recovery_codes_account_id_code_hash_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.recovery_codes
    ADD CONSTRAINT recovery_codes_account_id_code_hash_key UNIQUE (account_id, code_hash);


--
-- Name: recovery_codes recovery_codes_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.recovery_codes
    ADD CONSTRAINT recovery_codes_pkey PRIMARY KEY (id);


--
-- Name: registrations registrations_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.registrations
    ADD CONSTRAINT registrations_pkey PRIMARY KEY (id);


--
-- Name: releases releases_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.releases
    ADD CONSTRAINT releases_pkey PRIMARY KEY (id);


--
-- Name: remote_failure_counts remote_failure_counts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.remote_failure_counts
    ADD CONSTRAINT remote_failure_counts_pkey PRIMARY KEY (hour, failure_id, account_id);


--
-- Name: remote_failures remote_failures_fingerprint_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.remote_failures
    ADD CONSTRAINT remote_failures_fingerprint_key UNIQUE (fingerprint);


--
-- Name: remote_failures remote_failures_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.remote_failures
    ADD CONSTRAINT remote_failures_pkey PRIMARY KEY (id);


--
-- Name: remote_loads remote_loads_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.remote_loads
    ADD CONSTRAINT remote_loads_pkey PRIMARY KEY (hour, remote, version, release, source, step);


--
-- Name: second_factors second_factors_credential_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.second_factors
    ADD CONSTRAINT second_factors_credential_id_key UNIQUE (credential_id);


--
-- Name: second_factors second_factors_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.second_factors
    ADD CONSTRAINT second_factors_pkey PRIMARY KEY (id);


--
-- Name: sessions sessions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);


--
-- Name: sessions sessions_token_hash_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_token_hash_key UNIQUE (token_hash);


--
-- Name: settings settings_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (name);


--
-- Name: single_sign_ons single_sign_ons_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.single_sign_ons
    ADD CONSTRAINT single_sign_ons_pkey PRIMARY KEY (id);


--
-- Name: single_sign_ons single_sign_ons_state_hash_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.single_sign_ons
    ADD CONSTRAINT single_sign_ons_state_hash_key UNIQUE (state_hash);


--
-- Name: upload_contents upload_contents_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.upload_contents
    ADD CONSTRAINT upload_contents_pkey PRIMARY KEY (upload_id);


--
-- Name: uploads uploads_account_id_file_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.uploads
    ADD CONSTRAINT uploads_account_id_file_key UNIQUE (account_id, file);


--
-- Name: uploads uploads_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.uploads
    ADD CONSTRAINT uploads_pkey PRIMARY KEY (id);


--
-- Name: api_keys_account_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX api_keys_account_id ON public.api_keys USING btree (account_id);


--
-- Name: approvals_account_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX approvals_account_id ON public.approvals USING btree (account_id, id);


--
-- Name: approvals_batch; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX approvals_batch ON public.approvals USING btree (account_id, batch_id) WHERE (batch_id IS NOT NULL);


--
-- Name: approvals_waiting; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX approvals_waiting ON public.approvals USING btree (expires_at) WHERE (state = 'waiting'::text);


--
-- Name: audit_log_account_actions; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_log_account_actions ON public.audit_log USING btree (account_id, at) WHERE (imei = ''::text);


--
-- Name: audit_log_device_pages; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_log_device_pages ON public.audit_log USING btree (imei, at, id);


--
-- Name: audit_log_error_pages; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_log_error_pages ON public.audit_log USING btree (at, id) WHERE (outcome = 'error'::text);


--
-- Name: audit_log_pages; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_log_pages ON public.audit_log USING btree (at, id);


--
-- Name: audit_log_refused_pages; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_log_refused_pages ON public.audit_log USING btree (at, id) WHERE (outcome = 'refused'::text);


--
-- Name: batches_copy; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX batches_copy ON public.batches USING btree (report, file);


--
-- Name: batches_open; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX batches_open ON public.batches USING btree (seen_at) WHERE (state = 'open'::text);


--
-- Name: command_counts_day; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX command_counts_day ON public.command_counts USING btree (kind, begins_at);


--
-- Name: commands_account; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX commands_account ON public.commands USING btree (account_id, interface, created_at, id, status, report);


--
-- Name: commands_batch; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX commands_batch ON public.commands USING btree (batch_id, id, account_id, status) WHERE (batch_id IS NOT NULL);


--
-- Name: commands_due; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX commands_due ON public.commands USING btree (status, next_attempt_at, id) WHERE ((status = 'queued'::text) OR (status = 'sent'::text) OR (status = 'unknown'::text));


--
-- Name: commands_imei_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX commands_imei_id ON public.commands USING btree (imei, id);


--
-- Name: commands_pages; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX commands_pages ON public.commands USING btree (report, created_at, id, status);


--
-- Name: commands_states; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX commands_states ON public.commands USING btree (status, id) WHERE ((status = 'queued'::text) OR (status = 'sent'::text) OR (status = 'failed'::text) OR (status = 'expired'::text) OR (status = 'unknown'::text) OR (status = 'cancelled'::text));


--
-- Name: commands_uid; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX commands_uid ON public.commands USING btree (uid) WHERE (uid IS NOT NULL);


--
-- Name: devices_figures; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX devices_figures ON public.devices USING btree (claim_status, app_version, imei1);


--
-- Name: devices_imei2; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX devices_imei2 ON public.devices USING btree (imei2);


--
-- Name: enrolments_imei1; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX enrolments_imei1 ON public.enrolments USING btree (imei1);


--
-- Name: enrolments_pages; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX enrolments_pages ON public.enrolments USING btree (created_at, id);


--
-- Name: identity_challenges_account; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX identity_challenges_account ON public.identity_challenges USING btree (account_id);


--
-- Name: identity_challenges_expiry; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX identity_challenges_expiry ON public.identity_challenges USING btree (expires_at);


--
-- Name: intents_account_day; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX intents_account_day ON public.intents USING btree (account_id, created_at, devices);


--
-- Name: intents_kept; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX intents_kept ON public.intents USING btree (created_at) WHERE (imei_list <> ''::text);


--
-- Name: outcomes_created; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX outcomes_created ON public.outcomes USING btree (created_at);


--
-- Name: registrations_imei1; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX registrations_imei1 ON public.registrations USING btree (imei1);


--
-- Name: registrations_matched_pages; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX registrations_matched_pages ON public.registrations USING btree (matched, created_at, id);


--
-- Name: registrations_pages; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX registrations_pages ON public.registrations USING btree (created_at, id);


--
-- Name: releases_created_at; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX releases_created_at ON public.releases USING btree (created_at);


--
-- Name: releases_imei1; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX releases_imei1 ON public.releases USING btree (imei1);


--
-- Name: remote_failure_counts_failure; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX remote_failure_counts_failure ON public.remote_failure_counts USING btree (failure_id);


--
-- Name: remote_failures_last; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX remote_failures_last ON public.remote_failures USING btree (last_at);


--
-- Name: remote_failures_release; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX remote_failures_release ON public.remote_failures USING btree (remote, release);


--
-- Name: second_factors_account; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX second_factors_account ON public.second_factors USING btree (account_id);


--
-- Name: sessions_account_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sessions_account_id ON public.sessions USING btree (account_id);


--
-- Name: uploads_account_batch; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX uploads_account_batch ON public.uploads USING btree (account_id, id) WHERE (batch_id IS NOT NULL);


--
-- Name: uploads_account_day; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX uploads_account_day ON public.uploads USING btree (account_id, created_at);


--
-- Name: uploads_account_id_old_file; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX uploads_account_id_old_file ON public.uploads USING btree (account_id, old_file);


--
-- Name: uploads_batch; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX uploads_batch ON public.uploads USING btree (id) WHERE (batch_id IS NOT NULL);


--
-- Name: uploads_of_batch; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX uploads_of_batch ON public.uploads USING btree (batch_id, account_id, id) WHERE (batch_id IS NOT NULL);


--
-- Name: uploads_pages; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX uploads_pages ON public.uploads USING btree (report, created_at, id);


--
-- Name: uploads_report_file; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX uploads_report_file ON public.uploads USING btree (report, file);


--
-- Name: audit_log audit_log_no_change; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER audit_log_no_change BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION public.audit_log_append_only();


--
-- Name: audit_seals audit_seals_no_change; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER audit_seals_no_change BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_seals FOR EACH STATEMENT EXECUTE FUNCTION public.audit_seals_append_only();


--
-- Name: account_identities account_identities_account_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.account_identities
    ADD CONSTRAINT account_identities_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);


--
-- Name: account_permissions account_permissions_account_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.account_permissions
    ADD CONSTRAINT account_permissions_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);


--
-- Name: account_permissions account_permissions_permission_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.account_permissions
    ADD CONSTRAINT account_permissions_permission_id_fkey FOREIGN KEY (permission_id) REFERENCES public.permissions(id);


--
-- Name: api_keys api_keys_account_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);


--
-- Name: approvals approvals_account_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.approvals
    ADD CONSTRAINT approvals_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);


--
-- Name: approvals approvals_decided_by_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.approvals
    ADD CONSTRAINT approvals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.accounts(id);


--
-- Name: batches batches_account_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.batches
    ADD CONSTRAINT batches_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);


--
-- Name: batches batches_holder_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.batches
    ADD CONSTRAINT batches_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES public.accounts(id);


--
-- Name: command_pauses command_pauses_account_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.command_pauses
    ADD CONSTRAINT command_pauses_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);


--
-- Name: commands commands_account_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.commands
    ADD CONSTRAINT commands_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);


--
-- Name: identity_challenges identity_challenges_account_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.identity_challenges
    ADD CONSTRAINT identity_challenges_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);


--
-- Name: intents intents_account_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.intents
    ADD CONSTRAINT intents_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);


--
-- Name: password_resets password_resets_account_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.password_resets
    ADD CONSTRAINT password_resets_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);


--
-- Name: recovery_codes recovery_codes_account_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.recovery_codes
    ADD CONSTRAINT recovery_codes_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);


--
-- Name: remote_failure_counts remote_failure_counts_account_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.remote_failure_counts
    ADD CONSTRAINT remote_failure_counts_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);


--
-- Name: remote_failure_counts remote_failure_counts_failure_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.remote_failure_counts
    ADD CONSTRAINT remote_failure_counts_failure_id_fkey FOREIGN KEY (failure_id) REFERENCES public.remote_failures(id);


--
-- Name: second_factors second_factors_account_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.second_factors
    ADD CONSTRAINT second_factors_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);


--
-- Name: sessions sessions_account_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);


--
-- Name: upload_contents upload_contents_upload_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.upload_contents
    ADD CONSTRAINT upload_contents_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES public.uploads(id);


--
-- Name: uploads uploads_account_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.uploads
    ADD CONSTRAINT uploads_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);


--
-- PostgreSQL database dump complete
--


